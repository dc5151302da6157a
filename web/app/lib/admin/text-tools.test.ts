import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { setLink } from './text-links.ts';
import { image, TOOLS } from './text-tools.ts';

/** Two bars mark the selection, one the caret. */
function marked(text: string) {
  const [before = '', selected, after] = text.split('|');
  if (after === undefined) {
    return { text: before + selected, from: before.length, to: before.length };
  }
  const to = before.length + (selected ?? '').length;
  return { text: before + selected + after, from: before.length, to };
}

/** Applies a tool; the result is marked in the same way. */
function use(label: string, text: string): string | undefined {
  const now = TOOLS.find((tool) => tool.label === label)?.apply(marked(text));
  if (!now) return undefined;
  const [before, selected] = [now.text.slice(0, now.from), now.text.slice(now.from, now.to)];
  const after = now.text.slice(now.to);
  return selected === '' ? `${before}|${after}` : `${before}|${selected}|${after}`;
}

const selectedOf = (words: string) => ({ text: words, from: 0, to: words.length });

afterEach(() => vi.unstubAllGlobals());

/** Stubs window.prompt; returns the messages and default values that it gets. */
function stubPrompt(...answers: (string | null)[]) {
  const prompts: (string | undefined)[][] = [];
  vi.stubGlobal('window', {
    prompt: (question: string, typed: string) => {
      prompts.push([question, typed]);
      return answers.shift() ?? null;
    },
  });
  return prompts;
}

test('every tool keeps the selected words, and selects them again', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z ]{1,20}$/), (words) => {
      for (const tool of TOOLS.filter(({ label }) => label !== 'Link')) {
        const after = tool.apply(selectedOf(words));
        expect(after?.text).toContain(words.trim());
        expect(after?.text.slice(after.from, after.to)).toContain(words.trim());
      }
    }),
  );
});

test('applying a tool twice restores the text', () => {
  const words = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/);
  fc.assert(
    fc.property(words, words, words, (before, selected, after) => {
      for (const tool of TOOLS.filter(({ label }) => label !== 'Link')) {
        const start = marked(`${before} |${selected}| ${after}`);
        const once = tool.apply(start);
        expect(once?.text).not.toBe(start.text);
        expect(tool.apply(once ?? start)).toEqual(start);
      }
    }),
  );
});

test('lists have one item for each line that is not empty', () => {
  expect(use('Bullet List', '| a \n\n\tb\n|')).toBe('<ul>\n|  <li>a</li>\n  <li>b</li>|\n</ul>');
  expect(use('Numbered List', '|\n|')).toBe('<ol>\n  <li>|</li>\n</ol>');
});

test.each([
  ['Bold', 'a |b| c', 'a <strong>|b|</strong> c'],
  ['Bold', 'a <strong>|b|</strong> c', 'a |b| c'],
  ['Bold', 'a |<strong>b</strong>| c', 'a |b| c'],
  ['Bold', 'a| <strong>b</strong> |c', 'a| b |c'],
  ['Bold', 'a <strong>b|b</strong> c', 'a b|b c'],
  ['Bold', 'a <strong>|</strong> c', 'a | c'],
  ['Bold', 'a <b>|b|</b> c', 'a |b| c'],
  ['Bold', '<strong>a |b| c</strong>', '<strong>a </strong>|b|<strong> c</strong>'],
  ['Bold', '<strong>|a |b</strong>', '|a |<strong>b</strong>'],
  ['Bold', '<strong>a <em>|b|</em> c</strong>', 'a <em>|b|</em> c'],
  ['Bold', '|a <strong>b</strong> c|', '<strong>|a b c|</strong>'],
  ['Bold', '<strong>a |b</strong> c| d', '<strong>|a b c|</strong> d'],
  ['Bold', 'a |b <strong>c| d</strong>', 'a <strong>|b c d|</strong>'],
  ['Bold', 'a <str|ong>b</strong>| c', 'a |b| c'],
  ['Bold', '<strong>a</strong>|', '<strong>a</strong><strong>|</strong>'],
  ['Italic', '<strong>|a|</strong>', '<strong><em>|a|</em></strong>'],
  ['Italic', 'a <em class="x">|b|</em> c', 'a |b| c'],
  ['H2', '<h2>|Title|</h2>', '|Title|'],
  ['H2', '|<h2>Title</h2>|', '|Title|'],
  ['H2', '<h2>Ti|tle</h2>', 'Ti|tle'],
  ['H3', '<h2>|Title|</h2>', '<h3>|Title|</h3>'],
  ['H3', '<h2 id="a">Ti|t|le</h2>', '<h3 id="a">Ti|t|le</h3>'],
  ['H2', '<h4>|Title|</h4>', '<h2>|Title|</h2>'],
  ['H3', '|<h2>One</h2>\n<h3>Two</h3>|', '|<h3>One</h3>\n<h3>Two</h3>|'],
  ['H3', '|<h3>One</h3>\n<h3>Two</h3>|', '|One\nTwo|'],
  ['Bullet List', '<ul>\n|  <li>a</li>\n  <li>b</li>|\n</ul>', '|a\nb|'],
  ['Bullet List', '<ul><li>a</li><li>|b|</li></ul>', '|a\nb|'],
  ['Bullet List', '|<ol>\n  <li>a</li>\n</ol>|', '|<ul>\n  <li>a</li>\n</ul>|'],
  ['Numbered List', '<ul>\n  <li>a|</li>\n</ul>', '<ol>\n  <li>a|</li>\n</ol>'],
  ['Numbered List', '<ul><li>a<ol><li>|b|</li></ol></li></ul>', '<ul><li>a|\nb|</li></ul>'],
] as const)('%s: %s', (label, before, after) => {
  expect(use(label, before)).toBe(after);
});

test('no address breaks out of its attribute', () => {
  fc.assert(
    fc.property(fc.string(), (address) => {
      expect(setLink(selectedOf('x'), address).text).toMatch(/^<a href="[^"<>]*">x<\/a>$/);
      expect(image(address, undefined)).toMatch(/^<img src="[^"<>]*" alt="">$/);
    }),
  );
});

test('the address of a link is shown, and can be changed', () => {
  const prompts = stubPrompt('https://b.example/?x=1&y="2"');
  const before = 'a <a class="c" href="https://a.example/?x=1&amp;y=2">|link|</a>';
  expect(use('Link', before)).toBe(
    'a <a class="c" href="https://b.example/?x=1&amp;y=&quot;2&quot;">|link|</a>',
  );
  expect(prompts).toEqual([['Link address', 'https://a.example/?x=1&y=2']]);
});

test('an empty address removes the link; the same address changes nothing', () => {
  stubPrompt('', '/a', null);
  expect(use('Link', 'a <a href="/a">li|nk</a> b')).toBe('a li|nk b');
  expect(use('Link', 'a |<a href="/a">link</a>| b')).toBeUndefined();
  expect(use('Link', 'a |<a href="/a">link</a>| b')).toBeUndefined();
});

test('links are not nested', () => {
  stubPrompt('/b', '/c');
  expect(use('Link', '|a <a href="/a">link</a>|')).toBe('<a href="/b">|a link|</a>');
  expect(use('Link', "a <a href='/a'>|li|nk</a>")).toBe('a <a href="/c">|li|nk</a>');
});

test('an invalid address is prompted for again, with the reason', () => {
  const prompts = stubPrompt('javascript:alert(1)', 'example.org/page');
  expect(use('Link', '|here|')).toBe('<a href="https://example.org/page">|here|</a>');
  expect(prompts[0]).toEqual(['Link address', 'https://']);
  expect(prompts[1]?.[0]).toContain('A link cannot lead to a “javascript:” address.');
  expect(prompts[1]?.[1]).toBe('javascript:alert(1)');
});

test('without a selection, the text of a link is the typed address', () => {
  stubPrompt('me@example.org', '', 'https://');
  expect(use('Link', 'to |')).toBe('to <a href="mailto:me@example.org">|me@example.org|</a>');
  expect(use('Link', 'to |')).toBeUndefined();
  expect(use('Link', 'to |')).toBeUndefined();
});

test('no two tools share a shortcut', () => {
  const shortcuts = TOOLS.map(({ keys }) => JSON.stringify(keys));
  expect(new Set(shortcuts).size).toBe(TOOLS.length);
});
