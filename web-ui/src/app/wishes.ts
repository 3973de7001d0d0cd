import { useEffect } from 'react';

/** Dialogs that can be asked for from anywhere; each page opens its own. */
export type Wish = 'person' | 'role' | 'token' | 'cluster' | 'data' | 'secret' | 'adjustment' | 'commitment';

let wished: Wish | undefined;
const pages = new Set<() => void>();

/** To be opened by its page: at once when that is shown, else when it comes. */
export function wish(what: Wish): void {
  wished = what;
  pages.forEach((look) => look());
}

/** Opens the dialog of this page when it was wished for. */
export function useWished(what: Wish, open: () => void): void {
  useEffect(() => {
    function look() {
      if (wished !== what) return;
      wished = undefined;
      open();
    }
    look();
    pages.add(look);
    return () => { pages.delete(look); };
  }, [what, open]);
}
