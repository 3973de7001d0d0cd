import { type RefObject, useEffect } from 'react';

/** Marks a box with `data-more` while it can be scrolled on to the right, so that its edge can show it. */
export function useOverflow(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const look = () => element.toggleAttribute('data-more', element.scrollWidth - element.clientWidth - element.scrollLeft > 2);
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    if (element.firstElementChild) sizes.observe(element.firstElementChild);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box]);
}
