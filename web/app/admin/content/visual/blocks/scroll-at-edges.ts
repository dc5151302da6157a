/** So near to an edge of the window, what is dragged scrolls the page. */
const EDGE_PX = 64;
const STEP_PX = 12;

/** Scrolls the page while something is dragged near the edge of the window. */
export class EdgeScroll {
  #pointerY = 0;
  #frame = 0;
  readonly #onScroll: () => void;

  constructor(onScroll: () => void) {
    this.#onScroll = onScroll;
  }

  follow(pointerY: number): void {
    this.#pointerY = pointerY;
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#step);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  readonly #step = () => {
    this.#frame = 0;
    const isAbove = this.#pointerY < EDGE_PX;
    if (!isAbove && this.#pointerY < innerHeight - EDGE_PX) return;
    window.scrollBy({ top: isAbove ? -STEP_PX : STEP_PX, behavior: 'instant' });
    this.#onScroll();
    this.#frame = requestAnimationFrame(this.#step);
  };
}
