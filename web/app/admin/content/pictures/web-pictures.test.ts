import { expect, test } from 'vitest';
import { applyEdits } from '../html/text-edits.ts';
import { sourceEdits, webPictures } from './web-pictures.ts';

const OWN = ['https://blog.example'];

test('pictures of other sites are found, and no others', () => {
  const html = [
    '<img src="https://other.example/a.jpg?x=1&amp;y=2" alt="">',
    '<img src="/uploads/b.webp">',
    '<img src="https://blog.example/uploads/c.webp">',
    '<img src="data:image/png;base64,AA==">',
    '<a href="https://other.example/d.jpg">d</a>',
  ].join('\n');
  expect(webPictures(html, OWN)).toEqual(['https://other.example/a.jpg?x=1&y=2']);
});

test('only the address of the picture is replaced, wherever it is', () => {
  const image = '<img alt="a" src="https://o.example/a.jpg?x=1&amp;y=2" width="3">';
  const text = `<p>${image}</p>https://o.example/a.jpg<p>${image}</p>`;
  const edits = sourceEdits(text, { source: 'https://o.example/a.jpg?x=1&y=2' }, '/uploads/a.webp');
  const { text: replaced } = applyEdits({ text, from: 0, to: 0 }, edits);
  const own = '<img alt="a" src="/uploads/a.webp" width="3">';
  expect(replaced).toBe(`<p>${own}</p>https://o.example/a.jpg<p>${own}</p>`);
});

test('one of several is replaced, with the size that the new address tells', () => {
  const image = '<img src="/uploads/a.webp" height="2" alt="" width="3">';
  const edits = sourceEdits(
    `${image}${image}`,
    { source: '/uploads/a.webp', index: 1 },
    '/uploads/b-30x20-123.webp',
  );
  const { text } = applyEdits({ text: `${image}${image}`, from: 0, to: 0 }, edits);
  expect(text).toBe(`${image}<img src="/uploads/b-30x20-123.webp" height="20" alt="" width="30">`);
});
