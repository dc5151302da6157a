import { sizeFromName } from '@longhand/contract/media/image-names';
import { createTranslator, type Translator } from '@longhand/contract/words';
import { loadSentWords } from '../site/sent-words.ts';
import { canOpenLarge } from './prose/pressable-picture.ts';

// Loaded at the first press on a picture. It has no exports, as nothing imports it by name.

const PRESSABLE = 'img[role="button"]';

/** Pictures that are not loaded yet are included. */
function picturesAround(image: HTMLImageElement): HTMLImageElement[] {
  const article = image.closest('article, main') ?? document;
  return [...article.querySelectorAll('img')].filter(
    (other) => other.matches(PRESSABLE) || (!other.complete && canOpenLarge(other, other.width)),
  );
}

function captionOf(image: HTMLImageElement): string {
  const caption = image.closest('figure')?.querySelector('figcaption')?.textContent?.trim();
  return caption || image.alt;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}

/** The same sources, of which the browser takes the largest. */
function largeCopy(image: HTMLImageElement, onError: () => void): Element {
  const copy = (image.closest('picture') ?? image).cloneNode(true) as Element;
  const large = copy instanceof HTMLImageElement ? copy : copy.querySelector('img');
  if (!large) return copy;
  for (const name of ['class', 'role', 'tabindex', 'aria-label', 'loading', 'decoding', 'id'])
    large.removeAttribute(name);
  const size = sizeFromName(image.src);
  if (size)
    for (const part of [large, ...copy.querySelectorAll('source')]) part.sizes = `${size.width}px`;
  // What is loaded already is shown until then.
  if (image.currentSrc)
    large.style.background = `url("${image.currentSrc}") center / contain no-repeat`;
  large.addEventListener('load', () => {
    large.style.background = '';
  });
  large.addEventListener('error', onError);
  return copy;
}

function createFigure(pictures: readonly HTMLImageElement[], first: number, words: Translator) {
  const figure = element('figure');
  const caption = element('figcaption', { dir: 'auto', ariaLive: 'polite' });
  const place = element('span');
  let index = first;

  function show(step: number): void {
    index = (index + step + pictures.length) % pictures.length;
    const image = pictures[index];
    if (!image) return;
    place.textContent = words.text('picture.position', {
      number: words.number(index + 1),
      count: words.number(pictures.length),
    });
    caption.textContent = captionOf(image);
    const copy = largeCopy(image, () => {
      caption.textContent = words.text('picture.failed');
    });
    figure.replaceChildren(copy, caption);
  }

  return { figure, place, show };
}

function button(label: string, onClick: () => void): HTMLButtonElement {
  const created = element('button', { type: 'button', textContent: label });
  created.addEventListener('click', onClick);
  return created;
}

function closeOnPress(dialog: HTMLDialogElement): void {
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && !target.closest('p, figcaption')) dialog.close();
  });
}

function open(pressed: HTMLImageElement, words: Translator): void {
  const pictures = picturesAround(pressed);
  const { figure, place, show } = createFigure(pictures, pictures.indexOf(pressed), words);
  const dialog = element('dialog', {
    className: 'large-picture no-print',
    ariaLabel: words.text('picture.label'),
  });
  const controls = element('p', { lang: words.language });
  controls.append(button(words.text('picture.close'), () => dialog.close()));
  if (pictures.length > 1) {
    const [back, on] = [
      button(words.text('picture.previous'), () => show(-1)),
      button(words.text('picture.next'), () => show(1)),
    ];
    controls.append(place, back, on);
    dialog.addEventListener('keydown', ({ key }) => {
      const isRightToLeft = dialog.matches(':dir(rtl)');
      if (key === 'ArrowLeft') show(isRightToLeft ? 1 : -1);
      if (key === 'ArrowRight') show(isRightToLeft ? -1 : 1);
    });
  }
  dialog.append(controls, figure);
  closeOnPress(dialog);
  const { style } = document.documentElement;
  dialog.addEventListener('close', () => {
    style.overflow = '';
    dialog.remove();
  });
  show(0);
  document.body.append(dialog);
  // Otherwise the wheel scrolls the page behind it.
  style.overflow = 'hidden';
  dialog.showModal();
}

document.addEventListener('click', async ({ target }) => {
  if (!(target instanceof HTMLImageElement) || !target.matches(PRESSABLE)) return;
  open(target, createTranslator(await loadSentWords()));
});
