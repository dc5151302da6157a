import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { findInRendered } from './preview-position.ts';

const PAUSE_MS = 120;

/** The box of the character at this offset of an element's text. */
function boxOfCharacter(element: Element, offset: number): DOMRect | null {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let rest = offset;
  for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
    if (rest < node.length) {
      const range = document.createRange();
      range.setStart(node, rest);
      range.setEnd(node, rest + 1);
      return range.getBoundingClientRect();
    }
    rest -= node.length;
  }
  return null;
}

/** The part of the pane that is in the window and above the sticky bar. */
function visiblePart(pane: Element): { top: number; bottom: number } {
  const box = pane.getBoundingClientRect();
  const { scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const top = Math.max(0, box.top);
  const bottom = Math.min(box.bottom, innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0));
  return bottom > top ? { top, bottom } : box;
}

type Follow = {
  readonly source: string;
  /** Changes with each rendering. */
  readonly rendered: unknown;
  /** Null if the caret was never in the text. */
  readonly caret: () => number | null;
};

/** Scrolls the preview to the caret's place. Neither the page nor the focus moves. */
export function usePreviewPosition(
  pane: RefObject<HTMLElement | null>,
  content: () => Element | null | undefined,
  { source, rendered, caret }: Follow,
): void {
  const followed = useRef<number | null>(null);
  const follow = useEffectEvent((behavior: ScrollBehavior) => {
    const at = caret();
    followed.current = at;
    const prose = content();
    if (at === null || !prose || !pane.current) return;
    const offset = findInRendered(source, at, prose.textContent);
    const line = offset === null ? null : boxOfCharacter(prose, offset);
    if (!line) return;
    const { top, bottom } = visiblePart(pane.current);
    if (line.top >= top && line.bottom <= bottom) return;
    // Some of what comes before is seen as well.
    const distance = line.top - (top + (bottom - top) / 3);
    pane.current.scrollBy({ top: distance, behavior });
  });
  const followMove = useEffectEvent(() => {
    // The selection may be in another field, or in the preview itself.
    if (caret() !== followed.current) follow(smooth());
  });
  const wasShown = useRef(false);

  useEffect(() => {
    if (!rendered) return;
    follow(wasShown.current ? smooth() : 'instant');
    wasShown.current = true;
  }, [rendered]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onSelection = () => {
      clearTimeout(timer);
      timer = setTimeout(() => followMove(), PAUSE_MS);
    };
    document.addEventListener('selectionchange', onSelection);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', onSelection);
    };
  }, []);
}

function smooth(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}
