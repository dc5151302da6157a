import { expect, it } from 'vitest';
import { cleanPastedHtml } from './clean-pasted-html.ts';
import { pastedFile, replacePictures, uploadedFigure } from './pasted-pictures.ts';

const DATA = 'data:image/png;base64,iVBORw0KGgo=';
const HTML = `<p>a</p><img src="${DATA}" alt="$&"><p>b</p><ul><li>c<img src="${DATA}"></li></ul>`;
const { html, pictures } = cleanPastedHtml(HTML);

it('turns data into a file', async () => {
  const [first] = pictures;
  const file = first && pastedFile(first, 0, []);
  expect(file).toMatchObject({ name: 'picture-1.png', type: 'image/png', size: 8 });
});

it('takes a file of the clipboard', () => {
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  const { pictures: missing } = cleanPastedHtml('<img src="file:///a.png">', { files: 1 });
  expect(missing.map((picture) => pastedFile(picture, 0, [file]))).toEqual([file]);
});

it('is null if the data are damaged', () => {
  const { pictures: damaged } = cleanPastedHtml('<img src="data:image/png;base64,!">');
  expect(damaged.map((picture) => pastedFile(picture, 0, []))).toEqual([null]);
});

it('replaces each figure, and removes one with its line', () => {
  expect(replacePictures(html, pictures, ['<!-- 1 -->', '<!-- 2 -->'])).toBe(
    '<p>a</p>\n<!-- 1 -->\n<p>b</p>\n<ul>\n  <li>\n    <p>c</p>\n    <!-- 2 -->\n  </li>\n</ul>',
  );
  expect(replacePictures(html, pictures, [null, 'x'])).toContain('<p>a</p>\n<p>b</p>');
});

it('keeps the description and the size of an uploaded picture', () => {
  const [first] = pictures;
  expect(first && uploadedFigure(first, '/uploads/leaf.webp')).toBe(
    '<figure><img src="/uploads/leaf.webp" alt="$&amp;"></figure>',
  );
});
