// Files of their own that are loaded on demand. Not by `import()`: the code that Vite adds for that is
// nearly as much as the file, and every reader would load it.

import type { Translator } from '@longhand/contract/words';
import stylesUrl from '../../../styles/large-picture.css?url';
import dialogUrl from '../large-picture-dialog.ts?worker&url';
import { canOpenLarge } from './pressable-picture.ts';

let words: Translator | undefined;

/** Only once it is loaded: the widths of other sites' pictures are not known before. */
function makePressable(image: HTMLImageElement): void {
  if (!words || !image.naturalWidth || !canOpenLarge(image, image.naturalWidth)) return;
  image.tabIndex = 0;
  image.role = 'button';
  image.ariaLabel = image.alt
    ? words.text('picture.enlarge-described', { description: image.alt })
    : words.text('picture.enlarge');
  // Pressed before React ran or it was loaded; see web/inline/early-presses.ts.
  if (image.dataset.pressed === undefined) return;
  delete image.dataset.pressed;
  image.click();
}

function onLoad({ target }: Event): void {
  makePressable(target as HTMLImageElement);
}

function loadStyles(): Promise<unknown> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = stylesUrl;
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
  });
}

let isLoaded = false;

/** The loaded file listens to presses itself, so the first is repeated. */
async function onClick({ target }: Event): Promise<void> {
  const image = target as HTMLImageElement;
  if (isLoaded || !image.matches('img[role]')) return;
  isLoaded = true;
  try {
    await Promise.all([loadStyles(), import(/* @vite-ignore */ dialogUrl)]);
    image.click();
  } catch {
    isLoaded = false;
    location.assign(image.src);
  }
}

function onKeyDown(event: KeyboardEvent): void {
  const image = event.target as HTMLImageElement;
  if (!image.matches('img') || (event.key !== 'Enter' && event.key !== ' ')) return;
  event.preventDefault();
  image.click();
}

/** Pictures of the article open large on a press. Can be called again: listeners are added once. */
export function enlargePictures(article: HTMLElement, translator: Translator): void {
  words = translator;
  article.addEventListener('load', onLoad, true);
  article.addEventListener('click', onClick);
  article.addEventListener('keydown', onKeyDown);
  for (const image of article.querySelectorAll('img')) makePressable(image);
}
