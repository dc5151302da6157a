import { expect, test } from 'vitest';
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
  const edits = sourceEdits(text, 'https://o.example/a.jpg?x=1&y=2', '/uploads/a.webp');
  const replaced = edits.reduce(
    (now, { from, to, text: by }) => now.slice(0, from) + by + now.slice(to),
    text,
  );
  const own = '<img alt="a" src="/uploads/a.webp" width="3">';
  expect(replaced).toBe(`<p>${own}</p>https://o.example/a.jpg<p>${own}</p>`);
});
