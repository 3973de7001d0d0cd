/** The measures that a page of Markdown defines in its table, and what it says first. */
export function measuresOf(page: string): { lead: string; measures: [string, string][] } {
  const plain = (text: string) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '').trim();
  const parts = page.split(/\n\n+/).map((part) => part.trim());
  const table = parts.find((part) => part.startsWith('| measure')) ?? '';
  const rows = table.split('\n').slice(2).map((line) => line.split('|').slice(1, 3).map(plain));
  return { lead: plain((parts[1] ?? '').replaceAll('\n', ' ')), measures: rows.map(([name = '', meaning = '']): [string, string] => [name, meaning]) };
}
