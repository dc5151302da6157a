import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TextState } from '../html/text-edits.ts';
import { createPlaceholders, nameOfToken } from './placeholders.ts';

const at = (text: string, caret = text.length): TextState => ({ text, from: caret, to: caret });
const files = (...names: string[]) => names.map((name) => new File([], name));

/** Three images dropped before 'after'. */
function dropped(before = 'before ', lead = '\n') {
  const placeholders = createPlaceholders();
  const [a = '', b = '', c = ''] = placeholders.create(files('a.png', 'b.png', 'c.png'), lead);
  return { placeholders, a, b, c, text: `${before}${lead}${a}\n${b}\n${c}\nafter` };
}

test('a placeholder is a comment with the name of the file, and no two are alike', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const [one = '', two = ''] = createPlaceholders().create(files(name, name), '');
      expect(one).not.toBe(two);
      expect(one).toMatch(/^<!-- Uploading [^<>]*… [a-z0-9]{7} -->$/);
      expect(one.slice(4, -3)).not.toContain('--');
      expect(one).not.toContain('\n');
    }),
  );
});

test('the name of a placeholder can be read', () => {
  const [token = ''] = createPlaceholders().create(files('a … b.png'), '');
  expect(nameOfToken(token)).toBe('a … b.png');
  expect(nameOfToken('<!-- a -->')).toBeUndefined();
});

test('each image replaces its placeholder, whichever upload ends first', () => {
  for (const order of [
    [0, 1, 2],
    [2, 0, 1],
    [1, 2, 0],
  ]) {
    const { placeholders, a, b, c, text } = dropped();
    let now = at(text);
    for (const index of order)
      now = placeholders.resolve([a, b, c][index] ?? '', `<img ${index}>`)(now);
    expect(now).toEqual(at('before \n<img 0>\n<img 1>\n<img 2>\nafter'));
    expect(placeholders.hasPending(now.text)).toBe(false);
  }
});

test('failed uploads leave the text as it was before them', () => {
  for (const [before, lead] of [
    ['before ', '\n'],
    ['before\n', ''],
    ['', ''],
  ] as const) {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ]) {
      const { placeholders, a, b, c, text } = dropped(before, lead);
      expect(placeholders.removePending(text)).toBe(`${before}after`);
      let now = at(text, before.length);
      for (const index of order) now = placeholders.resolve([a, b, c][index] ?? '', null)(now);
      expect(now).toEqual(at(`${before}after`, before.length));
    }
  }
});

test('copies of a failed upload go, and nothing else', () => {
  const placeholders = createPlaceholders();
  const [a = ''] = placeholders.create(files('a.png'), '\n');
  const text = `before \n${a}\n${a}\nafter`;
  const words = (html: string) => html.split(/\s+/);
  expect(words(placeholders.removePending(text))).toEqual(['before', 'after']);
  expect(words(placeholders.resolve(a, null)(at(text)).text)).toEqual(['before', 'after']);
});

test('an image keeps its line when the other uploads fail', () => {
  const { placeholders, a, b, c, text } = dropped();
  let now = placeholders.resolve(b, '<img>')(at(text));
  expect(placeholders.removePending(now.text)).toBe('before \n<img>\nafter');
  now = placeholders.resolve(a, null)(now);
  now = placeholders.resolve(c, null)(now);
  expect(now.text).toBe('before \n<img>\nafter');
});

test('the caret stays at the same character', () => {
  const { placeholders, a, text } = dropped();
  const behind = text.indexOf('after') + 2;
  const now = placeholders.resolve(a, '<img src="x" alt="">')(at(text, behind));
  expect(now.text.slice(now.from)).toBe('ter');
  const before = placeholders.resolve(a, null)(at(text, 3));
  expect(before.from).toBe(3);
});

test('a text without placeholders is not changed, nor is a text that looks like one', () => {
  const { placeholders, a } = dropped();
  const typed = '<!-- Uploading a.png … 0000000 --> [Uploading 1: a.png …]';
  expect(placeholders.removePending(typed)).toBe(typed);
  expect(placeholders.hasPending(typed)).toBe(false);
  expect(placeholders.resolve(a, '<img>')(at(typed))).toEqual(at(typed));
  expect(placeholders.resolve(a, '<img>')(at(a))).toEqual(at(a));
});

test('other text on the line of a failed upload stays', () => {
  const placeholders = createPlaceholders();
  const [a = ''] = placeholders.create(files('a.png'), '');
  const words = at(`one ${a} two\nthree`);
  expect(placeholders.removePending(words.text)).toBe('one  two\nthree');
  expect(placeholders.resolve(a, null)(words).text).toBe('one  two\nthree');
});

test('the file of a placeholder is known until its upload has ended', () => {
  const placeholders = createPlaceholders();
  const sent = files('a.png', 'b.png');
  const [a = '', b = ''] = placeholders.create(sent, '');
  expect([a, b].map(placeholders.fileOf)).toEqual(sent);
  placeholders.resolve(a, '<img>');
  placeholders.resolve(b, null);
  expect([a, b].map(placeholders.fileOf)).toEqual([undefined, undefined]);
});

test('deleting part of a placeholder deletes all of it', () => {
  const { placeholders, a, b, c, text } = dropped();
  const end = text.indexOf(a) + a.length;
  const backspaced = text.slice(0, end - 1) + text.slice(end);
  expect(placeholders.reviewEdit(text, at(backspaced, end - 1))).toEqual(
    at(`before \n\n${b}\n${c}\nafter`, text.indexOf(a)),
  );
  const [from, to] = [text.indexOf(a) + 5, text.indexOf(c) + 5];
  const cut = `${text.slice(0, from)}x${text.slice(to)}`;
  expect(placeholders.reviewEdit(text, at(cut, from + 1)).text).toBe('before \nx\nafter');
});

test('text typed into a placeholder is moved behind it', () => {
  const { placeholders, a, b, c, text } = dropped();
  const inside = text.indexOf(a) + 6;
  const typed = `${text.slice(0, inside)}x${text.slice(inside)}`;
  expect(placeholders.reviewEdit(text, at(typed, inside + 1))).toEqual(
    at(`before \n${a}x\n${b}\n${c}\nafter`, text.indexOf(a) + a.length + 1),
  );
});

test('an edit next to a placeholder leaves it', () => {
  const { placeholders, text } = dropped();
  const typed = at(`${text} and more`);
  expect(placeholders.reviewEdit(text, typed)).toBe(typed);
});

test('deleting part of a copy of a placeholder deletes that copy', () => {
  const { placeholders, a, text } = dropped();
  const copied = `${text}\n${a}\nend`;
  const end = copied.lastIndexOf(a) + a.length;
  const backspaced = copied.slice(0, end - 1) + copied.slice(end);
  expect(placeholders.reviewEdit(copied, at(backspaced, end - 1))).toEqual(
    at(`${text}\n\nend`, end - a.length),
  );
  const first = copied.indexOf(a);
  const deleted = copied.slice(0, first) + copied.slice(first + 1);
  expect(placeholders.reviewEdit(copied, at(deleted, first)).text).toBe(copied.replace(a, ''));
  const pasted = `${copied.slice(0, end - 9)}${a}${copied.slice(end - 9)}`;
  expect(placeholders.reviewEdit(copied, at(pasted, end - 9 + a.length)).text).toBe(
    `${text}\n${a}${a}\nend`,
  );
  const cut = `${copied.slice(0, first + 9)}${copied.slice(end - 2)}`;
  expect(placeholders.reviewEdit(copied, at(cut, first + 9)).text).toBe('before \n\nend');
});

test('characters like those of a placeholder can be typed and deleted next to it', () => {
  const { placeholders, a } = dropped();
  for (const [before, after, caret] of [
    [a, `<${a}`, 1],
    [`<${a}`, a, 0],
    [a, `${a}>`, a.length + 1],
    [`${a}>`, a, a.length],
    [`${a}<`, '<', 0],
    [`${a}\n${a}`, a, a.length],
    [a, `${a}${a}`, a.length],
  ] as const) {
    const typed = at(after, caret);
    expect(placeholders.reviewEdit(before, typed)).toBe(typed);
  }
});

test('no edit leaves a part of a placeholder, and none removes a complete one', () => {
  const { placeholders, a, b, c } = dropped();
  const part = fc.constantFrom(a, b, c, '\n', 'word', '<', '>');
  const edits = fc.record({
    parts: fc.array(part, { maxLength: 8 }),
    ends: fc.tuple(fc.nat(), fc.nat()),
    typed: fc.constantFrom('', 'x', '\n'),
  });
  const withoutTokens = (text: string) => text.replaceAll(/<!-- Uploading [^<>]* -->/g, '');
  fc.assert(
    fc.property(edits, ({ parts, ends, typed }) => {
      const text = parts.join('');
      const [from = 0, to = 0] = ends
        .map((end) => end % (text.length + 1))
        .toSorted((x, y) => x - y);
      const after = at(text.slice(0, from) + typed + text.slice(to), from + typed.length);
      const reviewed = placeholders.reviewEdit(text, after);
      expect(withoutTokens(reviewed.text)).not.toMatch(/Uploading|--/);
      // An edit between two parts is not changed.
      const [head, cut, tail] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
      const isClean = [head, cut, tail].every(
        (piece) => !/Uploading|--/.test(withoutTokens(piece)),
      );
      if (isClean) expect(reviewed).toBe(after);
    }),
    { numRuns: 1000 },
  );
});

test('one of several placeholders can be deleted', () => {
  const { placeholders, a, text } = dropped();
  const deleted = at(text.replace(`${a}\n`, ''), text.indexOf(a));
  expect(placeholders.reviewEdit(text, deleted)).toBe(deleted);
});

test('a cut placeholder that is pasted after its upload becomes the image', () => {
  const { placeholders, a, b, c, text } = dropped();
  const cut = text.replace(`${a}\n${b}\n`, '');
  expect(placeholders.resolve(a, '<img $&>')(at(cut)).text).toBe(cut);
  expect(placeholders.resolve(b, null)(at(cut)).text).toBe(cut);
  const pasted = at(`x\n${a}\n${b}\n${a}\n${cut}`, `x\n${a}\n${b}\n${a}\n`.length);
  const back = 'x\n<img $&>\n<img $&>\n';
  expect(placeholders.reviewEdit(`x\n${cut}`, pasted)).toEqual(at(`${back}${cut}`, back.length));
  expect(placeholders.hasPending(c)).toBe(true);
});
