import { sizeFromName } from '@longhand/contract/image-names';

/** Loaded at the first press on a picture. It has no exports: nothing imports it by name. */

const PRESSABLE = 'img[role="button"]';
const MIN_WIDTH = 200;

/** Also those that are not loaded yet, if their width is known. */
function picturesAround(image: HTMLImageElement): HTMLImageElement[] {
  const article = image.closest('article') ?? image.closest('main') ?? document;
  return [...article.querySelectorAll('img')].filter(
    (other) =>
      other.matches(PRESSABLE) ||
      (!other.complete && other.width >= MIN_WIDTH && !other.closest('a, button, summary')),
  );
}

/** The same sources, of which the browser takes the largest that it can show. */
function largeCopy(image: HTMLImageElement): Element {
  const copy = (image.closest('picture') ?? image).cloneNode(true) as Element;
  const large = copy instanceof HTMLImageElement ? copy : copy.querySelector('img');
  if (!large) return copy;
  for (const name of ['class', 'role', 'tabindex', 'aria-label', 'loading', 'decoding', 'id'])
    large.removeAttribute(name);
  const size = sizeFromName(image.src);
  const sized = [large, ...copy.querySelectorAll('source')];
  for (const element of sized) if (size) element.sizes = `${size.width}px`;
  // What is loaded already is shown until then.
  large.style.background = `url("${image.currentSrc}") center / contain no-repeat`;
  large.addEventListener('load', () => {
    large.style.background = '';
  });
  return copy;
}

function captionOf(image: HTMLImageElement): string {
  const caption = image.closest('figure')?.querySelector('figcaption')?.textContent?.trim();
  return caption || image.alt;
}

function button(label: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = label;
  element.addEventListener('click', onClick);
  return element;
}

function open(pressed: HTMLImageElement): void {
  const pictures = picturesAround(pressed);
  let index = pictures.indexOf(pressed);
  const dialog = document.createElement('dialog');
  dialog.className = 'large-picture no-print';
  dialog.ariaLabel = 'Picture';
  const figure = document.createElement('figure');
  const caption = document.createElement('figcaption');
  caption.role = 'status';
  caption.dir = 'auto';
  const controls = document.createElement('p');
  const place = document.createElement('span');

  function show(step: number): void {
    index = (index + step + pictures.length) % pictures.length;
    const image = pictures[index] ?? pressed;
    caption.textContent = captionOf(image);
    place.textContent = `${index + 1} of ${pictures.length}`;
    figure.replaceChildren(largeCopy(image), caption);
  }

  controls.append(button('Close', () => dialog.close()));
  if (pictures.length > 1)
    controls.append(
      place,
      button('Previous', () => show(-1)),
      button('Next', () => show(1)),
    );
  dialog.append(controls, figure);
  dialog.addEventListener('keydown', ({ key }) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const forward = dialog.matches(':dir(rtl)') ? 'ArrowLeft' : 'ArrowRight';
    show(key === forward ? 1 : -1);
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && !target.closest('p, figcaption')) dialog.close();
  });
  const { style } = document.documentElement;
  dialog.addEventListener('close', () => {
    style.overflow = '';
    dialog.remove();
  });
  show(0);
  document.body.append(dialog);
  style.overflow = 'hidden';
  dialog.showModal();
}

document.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLImageElement && target.matches(PRESSABLE)) open(target);
});
