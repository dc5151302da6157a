import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readingMinutes } from './reading-time.ts';
import { decodeEntities, escapeText, matchesSearch, searchText, visibleText } from './search.ts';

const post = searchText({
  title: 'Die Straße nach Ὀδυσσεύς',
  excerpt: 'An excerpt',
  visibleContent: visibleText('<p>A <strong>bold</strong> word &amp; more</p><p>next</p>'),
});

test('visible text has no tags, no attributes, and spaces between blocks only', () => {
  expect(visibleText('<h2 id="x">One</h2><p>t<b>w</b>o<br />three</p>')).toBe('One two three');
  expect(visibleText('<p title="a > b">1 > 2</p>')).toBe('1 > 2');
  expect(visibleText('1 &lt; 2 &amp;amp; &quot;q&quot;')).toBe('1 < 2 &amp; "q"');
});

test('a text of any length is escaped character by character, and read back', () => {
  const signs = fc.string({
    unit: fc.constantFrom('&', '<', '>', 'lt;', 'amp;', '#39;', '🌊', 'a'),
  });
  const texts = fc.tuple(signs, fc.integer({ min: 4_080, max: 4_100 }));
  fc.assert(
    fc.property(texts, ([end, length]) => {
      const text = 'a'.repeat(length) + end.repeat(3);
      const escaped = [...text].map((sign) =>
        sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : sign,
      );
      expect(escapeText(text)).toBe(escaped.join(''));
      expect(decodeEntities(escapeText(text))).toBe(text);
    }),
  );
});

test.each([
  'strasse',
  'STRASSE',
  'ὀδυσσεύς',
  'ὈΔΥΣΣΕΎΣ',
  'excerpt',
  'bold word & more',
  'more next',
  '  bold   word ',
  '',
])('a search for %j finds the post', (query) => {
  expect(matchesSearch(post, query)).toBe(true);
});

test.each(['strong', '<p>', 'amp;', 'excerpt A bold', 'excerpt\u001fA bold', 'missing'])(
  'a search for %j does not find the post',
  (query) => {
    expect(matchesSearch(post, query)).toBe(false);
  },
);

test('any part of a field is found, in whatever case', () => {
  const field = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(field, field, field, fc.nat(), fc.nat(), (title, excerpt, visibleContent, a, b) => {
      const text = searchText({ title, excerpt, visibleContent });
      for (const value of [title, excerpt, visibleContent]) {
        const letters = [...new Intl.Segmenter().segment(value.normalize('NFC'))].map(
          (s) => s.segment,
        );
        const [from, to] = [a % (letters.length + 1), b % (letters.length + 1)].toSorted(
          (x, y) => x - y,
        );
        const part = letters.slice(from, to).join('');
        expect(matchesSearch(text, part)).toBe(true);
        expect(matchesSearch(text, part.toUpperCase())).toBe(true);
      }
    }),
  );
});

test('reading time is at least a minute and grows with the words, spaced or not', () => {
  expect(readingMinutes('')).toBe(1);
  expect(readingMinutes('word '.repeat(460))).toBe(2);
  expect(readingMinutes('我喜欢阅读书籍'.repeat(200))).toBeGreaterThan(2);
  // Of a language that is read by its characters, those are counted, with the words of others.
  expect(readingMinutes('我喜欢阅读书籍。'.repeat(200), 'zh-Hant')).toBe(3);
  expect(readingMinutes('データを読む'.repeat(250), 'ja')).toBe(3);
  expect(readingMinutes('word '.repeat(460), 'ja')).toBe(2);
  expect(readingMinutes('책을 읽는 '.repeat(230), 'ko')).toBe(2);
});
