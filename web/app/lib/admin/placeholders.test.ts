import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlaceholders } from './placeholders.ts';
import type { TextState } from './text-edits.ts';

const at = (text: string, caret = text.length): TextState => ({ text, from: caret, to: caret });

/** As three pictures dropped before 'after'. */
function dropped(before = 'before ', lead = '\n') {
  const placeholders = createPlaceholders();
  const [a = '', b = '', c = ''] = placeholders.reserve(['a.png', 'b.png', 'c.png'], lead);
  return { placeholders, a, b, c, text: `${before}${lead}${a}\n${b}\n${c}\nafter` };
}

test('a placeholder is a comment with the name of the file, and no two are alike', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const [one = '', two = ''] = createPlaceholders().reserve([name, name], '');
      expect(one).not.toBe(two);
      expect(one).toMatch(/^<!-- Uploading [^<>]*… [a-z0-9]{7} -->$/);
      expect(one.slice(4, -3)).not.toContain('--');
      expect(one).not.toContain('\n');
    }),
  );
});

test('each picture takes its own place, in whatever order they arrive', () => {
  for (const order of [
    [0, 1, 2],
    [2, 0, 1],
    [1, 2, 0],
  ]) {
    const { placeholders, a, b, c, text } = dropped();
    let now = at(text);
    for (const index of order)
      now = placeholders.settle([a, b, c][index] ?? '', `<img ${index}>`)(now);
    expect(now).toEqual(at('before \n<img 0>\n<img 1>\n<img 2>\nafter'));
    expect(placeholders.areIn(now.text)).toBe(false);
  }
});

test('pictures that do not arrive leave the text as it was before them', () => {
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
      expect(placeholders.without(text)).toBe(`${before}after`);
      let now = at(text, before.length);
      for (const index of order) now = placeholders.settle([a, b, c][index] ?? '', null)(now);
      expect(now).toEqual(at(`${before}after`, before.length));
    }
  }
});

test('one that arrives keeps its line when the others do not', () => {
  const { placeholders, a, b, c, text } = dropped();
  let now = placeholders.settle(b, '<img>')(at(text));
  expect(placeholders.without(now.text)).toBe('before \n<img>\nafter');
  now = placeholders.settle(a, null)(now);
  now = placeholders.settle(c, null)(now);
  expect(now.text).toBe('before \n<img>\nafter');
});

test('the caret stays in the words where it was', () => {
  const { placeholders, a, text } = dropped();
  const behind = text.indexOf('after') + 2;
  const now = placeholders.settle(a, '<img src="x" alt="">')(at(text, behind));
  expect(now.text.slice(now.from)).toBe('ter');
  const before = placeholders.settle(a, null)(at(text, 3));
  expect(before.from).toBe(3);
});

test('a text without the placeholder stays as it is, and so does what only looks like one', () => {
  const { placeholders, a } = dropped();
  const typed = '<!-- Uploading a.png … 0000000 --> [Uploading 1: a.png …]';
  expect(placeholders.without(typed)).toBe(typed);
  expect(placeholders.areIn(typed)).toBe(false);
  expect(placeholders.settle(a, '<img>')(at(typed))).toEqual(at(typed));
  expect(placeholders.settle(a, '<img>')(at(a))).toEqual(at(a));
});

test('words on the line of a picture that does not arrive stay', () => {
  const placeholders = createPlaceholders();
  const [a = ''] = placeholders.reserve(['a.png'], '');
  const words = at(`one ${a} two\nthree`);
  expect(placeholders.without(words.text)).toBe('one  two\nthree');
  expect(placeholders.settle(a, null)(words).text).toBe('one  two\nthree');
});

test('an edit that cuts into a placeholder takes all of it', () => {
  const { placeholders, a, b, c, text } = dropped();
  const end = text.indexOf(a) + a.length;
  const backspaced = text.slice(0, end - 1) + text.slice(end);
  expect(placeholders.keepWhole(text, at(backspaced, end - 1))).toEqual(
    at(`before \n\n${b}\n${c}\nafter`, text.indexOf(a)),
  );
  const [from, to] = [text.indexOf(a) + 5, text.indexOf(c) + 5];
  const cut = `${text.slice(0, from)}x${text.slice(to)}`;
  expect(placeholders.keepWhole(text, at(cut, from + 1)).text).toBe('before \nx\nafter');
});

test('what is typed into a placeholder is put behind it', () => {
  const { placeholders, a, b, c, text } = dropped();
  const inside = text.indexOf(a) + 6;
  const typed = `${text.slice(0, inside)}x${text.slice(inside)}`;
  expect(placeholders.keepWhole(text, at(typed, inside + 1))).toEqual(
    at(`before \n${a}x\n${b}\n${c}\nafter`, text.indexOf(a) + a.length + 1),
  );
});

test('an edit beside a placeholder leaves it', () => {
  const { placeholders, text } = dropped();
  const typed = at(`${text} and more`);
  expect(placeholders.keepWhole(text, typed)).toBe(typed);
});

test('an edit that cuts into a copy of a placeholder takes that copy, whole', () => {
  const { placeholders, a, text } = dropped();
  const copied = `${text}\n${a}\nend`;
  const end = copied.lastIndexOf(a) + a.length;
  const backspaced = copied.slice(0, end - 1) + copied.slice(end);
  expect(placeholders.keepWhole(copied, at(backspaced, end - 1))).toEqual(
    at(`${text}\n\nend`, end - a.length),
  );
  const first = copied.indexOf(a);
  const deleted = copied.slice(0, first) + copied.slice(first + 1);
  expect(placeholders.keepWhole(copied, at(deleted, first)).text).toBe(copied.replace(a, ''));
  const pasted = `${copied.slice(0, end - 9)}${a}${copied.slice(end - 9)}`;
  expect(placeholders.keepWhole(copied, at(pasted, end - 9 + a.length)).text).toBe(
    `${text}\n${a}${a}\nend`,
  );
  const cut = `${copied.slice(0, first + 9)}${copied.slice(end - 2)}`;
  expect(placeholders.keepWhole(copied, at(cut, first + 9)).text).toBe('before \n\nend');
});

test('what is like the edge of a placeholder can be typed and deleted beside it', () => {
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
    expect(placeholders.keepWhole(before, typed)).toBe(typed);
  }
});

test('whatever is edited, no part of a placeholder stays behind, and a whole one stays', () => {
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
      const kept = placeholders.keepWhole(text, after);
      expect(withoutTokens(kept.text)).not.toMatch(/Uploading|--/);
      // Between two parts nothing is cut.
      const [head, cut, tail] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
      const isClean = [head, cut, tail].every(
        (piece) => !/Uploading|--/.test(withoutTokens(piece)),
      );
      if (isClean) expect(kept).toBe(after);
    }),
    { numRuns: 1000 },
  );
});

test('one of several placeholders can be deleted', () => {
  const { placeholders, a, text } = dropped();
  const deleted = at(text.replace(`${a}\n`, ''), text.indexOf(a));
  expect(placeholders.keepWhole(text, deleted)).toBe(deleted);
});

test('a placeholder that was cut and comes back after its picture becomes the picture', () => {
  const { placeholders, a, b, c, text } = dropped();
  const cut = text.replace(`${a}\n${b}\n`, '');
  expect(placeholders.settle(a, '<img $&>')(at(cut)).text).toBe(cut);
  expect(placeholders.settle(b, null)(at(cut)).text).toBe(cut);
  const pasted = at(`x\n${a}\n${b}\n${a}\n${cut}`, `x\n${a}\n${b}\n${a}\n`.length);
  const back = 'x\n<img $&>\n<img $&>\n';
  expect(placeholders.keepWhole(`x\n${cut}`, pasted)).toEqual(at(`${back}${cut}`, back.length));
  expect(placeholders.areIn(c)).toBe(true);
});
