import { Plugin } from 'prosemirror-state';
import { parseLinkAddress } from '../../html/link-address.ts';

/** Null for parts of the page, and for addresses that a link may not have. */
export function addressToOpen(href: string): string | null {
  const parsed = parseLinkAddress(href);
  return 'href' in parsed && !parsed.href.startsWith('#') ? parsed.href : null;
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}

/** A click on a link puts the caret there; with Ctrl or Cmd it opens the link in a new tab. */
export function openLinks(): Plugin {
  return new Plugin({
    props: {
      handleClick(_view, _position, event) {
        const href = linkOf(event)?.getAttribute('href');
        if (!href || !(event.ctrlKey || event.metaKey)) return false;
        const address = addressToOpen(href);
        if (address) window.open(address, '_blank', 'noopener');
        return true;
      },
      handleDOMEvents: {
        click(_view, event) {
          if (linkOf(event)) event.preventDefault();
          return false;
        },
      },
    },
  });
}
