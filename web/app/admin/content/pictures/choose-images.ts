import { IMAGE_TYPES } from './use-upload.ts';

/** Asks for files. The field is made for the question: the form has one of its own, for the featured image. */
export function chooseImages(onFiles: (files: readonly File[]) => void, multiple = true): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = IMAGE_TYPES;
  input.multiple = multiple;
  input.addEventListener('change', () => onFiles([...(input.files ?? [])]));
  input.click();
}
