import { IMAGE_TYPES } from './use-upload.ts';

/**
 * Asks for files. The field is made for the question: the form has one of its own, for the featured image.
 * It is in the document, because some browsers drop the answer to one that is not.
 */
export function chooseImages(onFiles: (files: readonly File[]) => void, multiple = true): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = IMAGE_TYPES;
  input.multiple = multiple;
  input.hidden = true;
  input.addEventListener('cancel', () => input.remove());
  input.addEventListener('change', () => {
    input.remove();
    onFiles([...(input.files ?? [])]);
  });
  document.body.append(input);
  input.click();
}
