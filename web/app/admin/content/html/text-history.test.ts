import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyEdit,
  differenceOf,
  type EditKind,
  EMPTY_HISTORY,
  recordEdit,
  redoEdit,
  rewriteHistory,
  type TextHistory,
  type TextState,
  undoEdit,
} from './text-edits.ts';

const at = (text: string, caret = text.length): TextState => ({ text, from: caret, to: caret });

/** The history after one edit per text. */
function written(
  texts: readonly string[],
  { kind = 'other', ms = 10 }: { kind?: EditKind; ms?: number } = {},
): TextHistory {
  return texts.slice(1).reduce((history, text, index) => {
    const before = at(texts[index] ?? '');
    return recordEdit(history, before, { caret: text.length, kind, now: index * ms });
  }, EMPTY_HISTORY);
}

test('every edit can be undone and redone, one after the other', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 2 }), (texts) => {
      let history = written(texts);
      let now = at(texts.at(-1) ?? '');
      for (const text of texts.slice(0, -1).reverse()) {
        const step = undoEdit(history, now);
        expect(step?.state.text).toBe(text);
        if (step) ({ history, state: now } = step);
      }
      expect(undoEdit(history, now)).toBeNull();
      for (const text of texts.slice(1)) {
        const step = redoEdit(history, now);
        expect(step?.state.text).toBe(text);
        if (step) ({ history, state: now } = step);
      }
      expect(redoEdit(history, now)).toBeNull();
    }),
  );
});

test('continuous typing is one undo step; a pause or another position ends it', () => {
  expect(written(['', 'a', 'ab', 'abc'], { kind: 'typing' }).past).toEqual([at('')]);
  expect(written(['', 'a', 'ab'], { kind: 'typing', ms: 2000 }).past).toHaveLength(2);
  const elsewhere = recordEdit(written(['', 'a', 'ab'], { kind: 'typing' }), at('ab', 0), {
    caret: 1,
    kind: 'typing',
    now: 30,
  });
  expect(elsewhere.past).toEqual([at(''), at('ab', 0)]);
  expect(
    recordEdit(elsewhere, at('xab', 1), { caret: 0, kind: 'deleting', now: 40 }).past,
  ).toHaveLength(3);
});

test('a new edit clears the redo steps', () => {
  const undone = undoEdit(written(['', 'a', 'b']), at('b'));
  const history = recordEdit(undone?.history ?? EMPTY_HISTORY, at('a'), {
    caret: 1,
    kind: 'typing',
    now: 0,
  });
  expect(redoEdit(history, at('ac'))).toBeNull();
});

test('redo puts the caret behind the restored text', () => {
  const undone = undoEdit(written(['one three', 'one 2 three']), at('one 2 three', 0));
  expect(redoEdit(undone?.history ?? EMPTY_HISTORY, at('one three', 0))?.state).toEqual(
    at('one 2 three', 6),
  );
});

test('the history of a long text is limited', () => {
  const long = 'x'.repeat(6_000_000);
  const history = written(['1', '2', '3', '4', '5', '6'].map((each) => long + each));
  expect(history.past.map(({ text }) => text.at(-1))).toEqual(['3', '4', '5']);
});

test('a rewrite applies to all undo and redo states', () => {
  const undone = undoEdit(written(['a', 'a ?', 'b ?', 'c ?']), at('c ?'));
  const history = rewriteHistory(undone?.history ?? EMPTY_HISTORY, (state) => {
    const from = state.text.indexOf('?');
    return from === -1 ? state : applyEdit(state, { from, to: from + 1, text: 'done' });
  });
  expect(history.past).toEqual([at('a'), at('a done')]);
  expect(history.future).toEqual([at('c done')]);
});

test('an edit moves positions behind it, not those before it', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (head, old, text, tail) => {
      const edit = { from: head.length, to: head.length + old.length, text };
      const all = head + old + tail;
      for (let caret = 0; caret <= all.length; caret += 1) {
        const after = applyEdit(at(all, caret), edit);
        expect(after.text).toBe(head + text + tail);
        if (caret <= head.length) expect(after.from).toBe(caret);
        if (caret >= edit.to && old !== '')
          expect(after.text.length - after.from).toBe(all.length - caret);
      }
    }),
  );
});

test('applying the difference of two texts to the first gives the second', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ab]*$/), fc.stringMatching(/^[ab]*$/), (before, after) => {
      expect(applyEdit(at(before), differenceOf(before, after)).text).toBe(after);
    }),
  );
});
