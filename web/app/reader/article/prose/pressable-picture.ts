import { sizeFromName } from '@longhand/contract/media/image-names';

/** Smaller pictures are icons. */
const MIN_WIDTH = 200;

/** The stored width if the name tells it, whatever the width that is shown. */
export function canOpenLarge(image: HTMLImageElement, shownWidth: number): boolean {
  const width = sizeFromName(image.src)?.width ?? shownWidth;
  return width >= MIN_WIDTH && !image.closest('a, button, summary');
}
