/** Marks a picture that is pressed before React runs, which opens it then; the next press takes that back. */
export function watchPictures(): void {
  let pressed: HTMLElement | undefined;
  addEventListener(
    'click',
    ({ target, isTrusted }) => {
      if (!isTrusted) return;
      delete pressed?.dataset.pressed;
      pressed = undefined;
      if (document.documentElement.dataset.scripts === 'ready') return;
      if (!(target instanceof HTMLImageElement)) return;
      pressed = target;
      pressed.dataset.pressed = '';
    },
    true,
  );
}
