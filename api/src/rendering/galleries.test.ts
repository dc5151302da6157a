import { expect, test } from 'vitest';
import { renderPost } from './render.ts';

const HASH = 'a'.repeat(32);
const picture = (name: string) =>
  `<figure><img src="/uploads/${HASH}-1200x800-123.webp" alt="A"><figcaption>${name}</figcaption></figure>`;

async function rendered(content: string): Promise<string> {
  return (await renderPost({ title: '', excerpt: '', content })).public_content;
}

test.each([
  [2, 'gallery'],
  [3, 'gallery in-threes'],
  [4, 'gallery'],
  [5, 'gallery in-threes'],
])('a figure with %i figures is a gallery', async (count, classes) => {
  const pictures = Array.from({ length: count }, (_, index) => picture(`p${index}`));
  const html = await rendered(`<figure>\n${pictures.join('\n')}\n</figure>`);
  expect(html).toMatch(new RegExp(`^<figure class="${classes}">`));
  expect(html.match(/<figcaption>/g)).toHaveLength(count);
});

test('the width of a gallery is kept, and its pictures have a part of it', async () => {
  const html = await rendered(`<figure class="wide">${picture('a')}${picture('b')}</figure>`);
  expect(html).toMatch(/^<figure class="wide gallery">/);
  expect(html).toContain('sizes="calc(min(56rem, 100vw - 2.5rem) / 2)"');
  const plain = await rendered(`<figure>${picture('a')}${picture('b')}${picture('c')}</figure>`);
  expect(plain).toContain('sizes="calc(min(40rem, 100vw - 2.5rem) / 3)"');
});

test.each([
  ['a figure with a picture', picture('a')],
  ['a figure with text beside figures', `<figure>${picture('a')}text</figure>`],
  ['a figure with one figure', `<figure>${picture('a')}</figure>`],
  ['an empty figure', '<figure></figure>'],
])('%s is no gallery', async (_name, html) => {
  expect(await rendered(html)).not.toContain('gallery');
});

test('the class of a gallery cannot be written', async () => {
  expect(await rendered('<p class="gallery">a</p>')).not.toContain('gallery');
});
