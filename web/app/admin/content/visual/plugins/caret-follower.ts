import type { EditorView } from 'prosemirror-view';

/** The reader of the text looks elsewhere. */
const LEAVING = ['pointerdown', 'wheel', 'touchmove'] as const;

/** Keeps the caret in view below a picture, whose place gets its height only later. */
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

  /** Until the page is touched. */
  follow(): void {
    this.#isFollowing = true;
    this.#observer.observe(this.#view.dom);
  }

  /** For a change that moves the text; not if the page was scrolled away from the caret. */
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
