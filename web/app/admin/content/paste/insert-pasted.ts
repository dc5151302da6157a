import type { Pictures } from '../pictures/use-pictures.ts';
import type { CleanedHtml } from './cleaning/clean-pasted-html.ts';

/** A picture that cannot be used is removed with its line. */
function replaceFigure(html: string, figure: string, token: string | null): string {
  if (token !== null) return html.replace(figure, () => token);
  return html.replace(`${figure}\n`, '').replace(figure, '');
}

/** Inserts HTML with placeholders for the pictures in it, and uploads these. */
export function insertPasted(
  { html, pictures: pasted }: CleanedHtml,
  pictures: Pick<Pictures, 'insertWith' | 'notePasted'>,
  insert: (html: string) => void,
): void {
  const insertWith = (tokens: readonly (string | null)[]) => {
    const figures = pasted.map((picture) => picture.html);
    insert(
      figures.reduce((now, each, index) => replaceFigure(now, each, tokens[index] ?? null), html),
    );
  };
  pictures.notePasted(html);
  const files = pasted.map(({ file }) => file);
  if (files.length === 0) insert(html);
  else pictures.insertWith(files, insertWith, (url, index) => pasted[index]?.uploaded(url) ?? '');
}
