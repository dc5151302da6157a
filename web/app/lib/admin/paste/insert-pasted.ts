import type { Pictures } from '../use-pictures.ts';
import type { CleanedHtml } from './clean-pasted-html.ts';
import { pastedFile, replacePictures, uploadedFigure } from './pasted-pictures.ts';

/** Inserts HTML with placeholders for the pictures in it, and uploads these. */
export function insertPasted(
  converted: CleanedHtml,
  clipboardFiles: readonly File[],
  pictures: Pick<Pictures, 'insertWith'>,
  insert: (html: string) => void,
): void {
  const files = converted.pictures.map((picture, index) =>
    pastedFile(picture, index, clipboardFiles),
  );
  const present = files.filter((file) => file !== null);
  const used = converted.pictures.filter((_, index) => files[index] !== null);
  const insertWith = (tokens: readonly (string | null)[]) => {
    const remaining = tokens.values();
    const replacements = files.map((file) => file && (remaining.next().value ?? null));
    insert(replacePictures(converted.html, converted.pictures, replacements));
  };
  if (present.length === 0) insertWith([]);
  else
    pictures.insertWith(present, insertWith, (url, index) => {
      const picture = used[index];
      return picture ? uploadedFigure(picture, url) : '';
    });
}
