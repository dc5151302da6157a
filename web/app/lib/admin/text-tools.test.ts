import fc from 'fast-check';
import { expect, test } from 'vitest';
import { image, link, TOOLS } from './text-tools.ts';

function apply(label: string, selected: string): string | undefined {
  return TOOLS.find((tool) => tool.label === label)?.apply(selected)?.text;
}

test('every tool keeps the selected words, and selects them again', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z ]{1,20}$/), (words) => {
      for (const tool of TOOLS.filter(({ label }) => label !== 'Link')) {
        const edit = tool.apply(words);
        expect(edit?.text).toContain(words.trim());
        expect(edit?.text.slice(edit.from, edit.to)).toContain(words.trim());
      }
    }),
  );
});

test('lists have one item for each line that has something on it', () => {
  expect(apply('Bullet List', ' a \n\n\tb\n')).toBe('<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>');
  expect(apply('Numbered List', '\n')).toBe('<ol>\n  <li></li>\n</ol>');
});

test('no address breaks out of its attribute', () => {
  fc.assert(
    fc.property(fc.string(), (address) => {
      expect(link('x', address).text).toMatch(/^<a href="[^"<>]*">x<\/a>$/);
      expect(image(address, undefined)).toMatch(/^<img src="[^"<>]*" alt="">$/);
    }),
  );
});

test('no two tools share a shortcut', () => {
  const shortcuts = TOOLS.map(({ keys }) => JSON.stringify(keys));
  expect(new Set(shortcuts).size).toBe(TOOLS.length);
});
