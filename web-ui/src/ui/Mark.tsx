/** The product's mark: one node of eight GPUs, two lent, one free. */
export function Mark({ size = 24 }: { size?: number }) {
  return <img src="/mark.svg" width={size} height={size} alt="" />;
}
