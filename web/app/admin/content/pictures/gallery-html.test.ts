import { expect, test } from 'vitest';
import { galleryEdit } from './figure-html.ts';

const figure = (name: string) =>
  `<figure><img src="/${name}.webp" alt=""><figcaption></figcaption></figure>`;

function gathered(text: string, ...names: string[]): string | null {
  const edit = galleryEdit(text, new Set(names.map((name) => `/${name}.webp`)));
  return edit && text.slice(0, edit.from) + edit.text + text.slice(edit.to);
}

test('pictures that follow each other become a gallery, and nothing else changes', () => {
  const text = `<P>one</P>\n${figure('a')}\n${figure('b')}\n\n<p>two</p>`;
  expect(gathered(text, 'a', 'b')).toBe(
    `<P>one</P>\n<figure>\n  ${figure('a')}\n  ${figure('b')}\n</figure>\n\n<p>two</p>`,
  );
});

test('a picture that is in the text twice stays in its other place', () => {
  const text = `${figure('a')}\n<p>x</p>\n${figure('a')}\n${figure('b')}`;
  expect(gathered(text, 'a', 'b')).toBe(
    `${figure('a')}\n<p>x</p>\n<figure>\n  ${figure('a')}\n  ${figure('b')}\n</figure>`,
  );
});

test('pictures with text between them, or only one of them, stay as they are', () => {
  expect(gathered(`${figure('a')}\n<p>x</p>\n${figure('b')}`, 'a', 'b')).toBeNull();
  expect(gathered(figure('a'), 'a')).toBeNull();
});
