import { useEffect, useEffectEvent, useRef } from 'react';
import type { Line } from '../scroll-to-line.ts';
import { alignLine, firstLineInSight, type TextView } from '../text-place.ts';
import { findInRendered, findInSource } from '../text-position.ts';

const PAUSE_MS = 120;

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

function visiblePart(pane: Element): { top: number; bottom: number } {
  const box = pane.getBoundingClientRect();
  const { scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const top = Math.max(0, box.top);
  const bottom = Math.min(box.bottom, innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0));
  return bottom > top ? { top, bottom } : box;
}

/** The first block that begins in sight, or else the one that is cut. */
function firstBlockBelow(top: number, prose: Element): Element | undefined {
  const blocks = [...prose.children].filter(({ textContent }) => textContent.trim() !== '');
  const first = blocks.findIndex((block) => block.getBoundingClientRect().top >= top);
  const block = blocks[first];
  const isNear = block && block.getBoundingClientRect().top < top + innerHeight / 2;
  return isNear ? block : blocks.at(first === -1 ? -1 : Math.max(0, first - 1));
}

function textBefore(block: Element, prose: Element): string {
  const range = document.createRange();
  range.setStart(prose, 0);
  range.setEndBefore(block);
  return range.toString();
}

/** Its caret is that of the text. */
export function renderedText(element: HTMLElement, prose: Element, source: string): TextView {
  return {
    element,
    caret: () => null,
    setCaret: () => {},
    lineOf(offset): Line | null {
      const found = findInRendered(source, offset, prose.textContent);
      return found === null ? null : boxOfCharacter(prose, found);
    },
    offsetBelow(top) {
      const block = firstBlockBelow(top, prose);
      if (!block) return null;
      return findInSource(prose.textContent, textBefore(block, prose).length, source);
    },
  };
}

type Follow = {
  /** Changes with each rendering. */
  readonly rendered: unknown;
  /** Null if the caret was never in the text. */
  readonly caret: () => number | null;
  /** Called when the text is rendered for the first time. */
  readonly onShown: () => void;
};

/** Scrolls only the pane; neither the page nor the focus moves. */
export function usePreviewPosition(
  text: () => TextView | null,
  { rendered, caret, onShown }: Follow,
): void {
  const followed = useRef<number | null>(null);
  const follow = useEffectEvent(() => {
    const at = caret();
    followed.current = at;
    const view = text();
    const line = at === null ? null : view?.lineOf(at);
    if (!view || !line) return;
    const { top, bottom } = visiblePart(view.element);
    if (line.top >= top && line.bottom <= bottom) return;
    const distance = line.top - (top + (bottom - top) / 3);
    view.element.scrollBy({ top: distance, behavior: smooth() });
  });
  const followMove = useEffectEvent(() => {
    // The selection may be in another field, or in the preview itself.
    if (caret() !== followed.current) follow();
  });
  const show = useEffectEvent(() => {
    followed.current = caret();
    onShown();
  });
  const wasShown = useRef(false);

  useEffect(() => {
    if (!rendered) return;
    if (wasShown.current) follow();
    else show();
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

/** What the writer does before the pane under it scrolls. */
const SCROLLING = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Two panes side by side: the one that the writer scrolls takes the other with it. */
export function useScrollTogether(panes: () => readonly [TextView, TextView] | null): void {
  const frame = useRef(0);
  const led = useRef<EventTarget | null>(null);
  const align = useEffectEvent((scrolled: EventTarget | null) => {
    const pair = panes();
    const leader = pair?.find(({ element }) => element === led.current);
    const other = pair?.find((pane) => pane !== leader);
    // The page scrolls for a pane that is as high as its text.
    if (!leader || !other || (scrolled !== leader.element && scrolled !== document)) return;
    const line = firstLineInSight(leader, null);
    if (line) alignLine(other, line);
  });
  const note = useEffectEvent((target: EventTarget | null) => {
    const pane = panes()?.find(({ element }) => target instanceof Node && element.contains(target));
    led.current = pane?.element ?? null;
  });
  useEffect(() => {
    const stop = new AbortController();
    const options = { signal: stop.signal, passive: true, capture: true };
    for (const name of SCROLLING)
      document.addEventListener(name, ({ target }) => note(target), options);
    document.addEventListener(
      'scroll',
      ({ target }) => {
        cancelAnimationFrame(frame.current);
        frame.current = requestAnimationFrame(() => align(target));
      },
      options,
    );
    return () => {
      stop.abort();
      cancelAnimationFrame(frame.current);
    };
  }, []);
}
