import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { isFocusMode, scrollToSteadyLine } from '../../scroll-to-line.ts';

const LEAST_PX = 80;
const LINE_HEIGHT_PX = 32;
const TOOLS_PX = 48;
/** Of the height above a keyboard: with larger margins, every key would scroll. */
const MOST = 0.3;

function atMost(margin: number): number {
  return Math.min(margin, MOST * (window.visualViewport?.height ?? innerHeight));
}

/** How near the caret may come to the edges of the window, without being behind the bars. */
export const SCROLL_MARGINS = {
  get top(): number {
    const { scrollPaddingTop } = getComputedStyle(document.documentElement);
    return atMost(Math.max(LEAST_PX, (Number.parseFloat(scrollPaddingTop) || 0) + TOOLS_PX));
  },
  left: LEAST_PX,
  right: LEAST_PX,
  get bottom(): number {
    const style = getComputedStyle(document.documentElement);
    const covered = Number.parseFloat(style.scrollPaddingBottom) || 0;
    // The editor itself knows of the keyboard.
    const keyboard = Number.parseFloat(style.getPropertyValue('--keyboard')) || 0;
    return atMost(Math.max(LEAST_PX, covered - keyboard + LINE_HEIGHT_PX));
  },
};

/** In focus mode, the editor does not scroll by itself. */
export function keepCaretSteady(view: EditorView): boolean {
  if (!isFocusMode()) return false;
  scrollToSteadyLine(view.coordsAtPos(view.state.selection.head));
  return true;
}

/**
 * In focus mode, scrolls after keys: the editor itself scrolls only if a caret has moved within 50
 * milliseconds.
 */
export function steadyCaret(): Plugin {
  let isByKey = false;
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown: () => {
          isByKey = true;
        },
        pointerdown: () => {
          isByKey = false;
        },
      },
    },
    view: () => ({
      update(view, before) {
        if (isByKey && !view.state.selection.eq(before.selection)) keepCaretSteady(view);
      },
    }),
  });
}

/** After these events, the writer looks elsewhere. */
const LEAVING = ['pointerdown', 'wheel', 'touchmove'] as const;

/** Keeps the caret in view below a picture, which gets its height only later. */
export class CaretFollower {
  readonly #view: EditorView;
  readonly #observer: ResizeObserver;
  readonly #stop = new AbortController();
  #isFollowing = false;

  constructor(view: EditorView) {
    this.#view = view;
    this.#observer = new ResizeObserver(() => {
      if (this.#isFollowing && view.hasFocus()) view.dispatch(view.state.tr.scrollIntoView());
    });
    for (const name of LEAVING)
      window.addEventListener(name, this.#leave, { signal: this.#stop.signal, passive: true });
  }

  /** Follows until the page is touched. */
  follow(): void {
    this.#isFollowing = true;
    this.#observer.observe(this.#view.dom);
  }

  /** For a change that moves the text; does nothing if the page was scrolled away from the caret. */
  followThrough(change: () => void): void {
    const { top, bottom } = this.#view.coordsAtPos(this.#view.state.selection.head);
    change();
    if (bottom > 0 && top < innerHeight) this.follow();
  }

  readonly #leave = () => {
    this.#isFollowing = false;
    this.#observer.disconnect();
  };

  stop(): void {
    this.#stop.abort();
    this.#observer.disconnect();
  }
}
