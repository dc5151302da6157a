/**
 * Marks a picture that is pressed before React runs, or before it is loaded: it opens then. The next
 * press takes that back.
 */
export function watchPictures(): void {
  let pressed: HTMLElement | undefined;
  addEventListener(
    'click',
    ({ target, isTrusted }) => {
      if (!isTrusted) return;
      delete pressed?.dataset.pressed;
      pressed = undefined;
      if (!(target instanceof HTMLImageElement)) return;
      const isReady = document.documentElement.dataset.scripts === 'ready';
      if (isReady && (target.complete || target.role)) return;
      pressed = target;
      pressed.dataset.pressed = '';
    },
    true,
  );
}
