import { expect, it } from 'vitest';
import { cleanPastedHtml } from './cleaning/clean-pasted-html.ts';
import { insertPasted } from './paste.ts';

const DATA = 'data:image/png;base64,iVBORw0KGgo=';
const HTML = `<p>a</p><img src="${DATA}" alt="$&"><p>b</p><ul><li>c<img src="${DATA}"></li></ul>`;

/** What is inserted if these placeholders are made, and what replaces the placeholders. */
function inserted(html: string, tokens: readonly (string | null)[], url = '/uploads/leaf.webp') {
  const texts: string[] = [];
  const sent: File[] = [];
  const uploaded: string[] = [];
  const pictures = {
    notePasted: () => {},
    insertWith(
      files: readonly File[],
      edit: (tokens: readonly (string | null)[]) => void,
      htmlOf: (url: string, index: number) => string,
    ) {
      sent.push(...files);
      edit(tokens);
      uploaded.push(...files.map((_, index) => htmlOf(url, index)));
    },
  };
  insertPasted(cleanPastedHtml(html), pictures, (text) => texts.push(text));
  return { texts, sent, uploaded };
}

it('replaces each figure with its placeholder', () => {
  const { texts, sent } = inserted(HTML, ['<!-- 1 -->', '<!-- 2 -->']);
  expect(sent.map(({ name }) => name)).toEqual(['picture-1.png', 'picture-2.png']);
  expect(texts).toEqual([
    '<p>a</p>\n<!-- 1 -->\n<p>b</p>\n<ul>\n  <li>c\n    <!-- 2 -->\n  </li>\n</ul>',
  ]);
});

it('removes a picture that cannot be used, with its line', () => {
  const { texts } = inserted(HTML, [null, 'x']);
  expect(texts[0]).toMatch(/^<p>a<\/p>\n<p>b<\/p>\n/);
});

it('keeps the description, and writes the size, of an uploaded picture', () => {
  expect(inserted(HTML, ['1', '2']).uploaded[0]).toBe(
    '<figure><img src="/uploads/leaf.webp" alt="$&amp;"></figure>',
  );
  expect(inserted(HTML, ['1', '2'], '/uploads/leaf-300x200.webp').uploaded[1]).toBe(
    '<figure><img src="/uploads/leaf-300x200.webp" alt="" width="300" height="200"></figure>',
  );
});

it('inserts a text without pictures as it is', () => {
  expect(inserted('<p>a</p>', [])).toEqual({ texts: ['<p>a</p>'], sent: [], uploaded: [] });
});
