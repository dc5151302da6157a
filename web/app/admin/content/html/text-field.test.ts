import type { KeyboardEvent } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextField } from './text-field.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { activeElement: null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A box whose text is set through React, as by the visual editor. */
function createBox(text: string) {
  const element = {
    ...{ value: text, selectionStart: 0, selectionEnd: 0 },
    setSelectionRange(from: number, to: number) {
      [this.selectionStart, this.selectionEnd] = [from, to];
    },
  };
  const field = new TextField(() => element as HTMLTextAreaElement, text, {
    onText: () => {},
    review: (_before, after) => after,
    onScriptChange: () => {},
  });
  const press = (key: string, isShift = false) =>
    field.handleKey({ key, ctrlKey: true, altKey: false, shiftKey: isShift } as KeyboardEvent);
  return {
    element,
    /** Sets each text after a pause. */
    set(texts: readonly string[], pause: number): void {
      for (const each of texts) {
        vi.advanceTimersByTime(pause);
        element.value = each;
        field.recordExternalChange();
      }
    },
    focus: () => vi.stubGlobal('document', { activeElement: element }),
    undo: () => press('z'),
    redo: () => press('z', true),
  };
}

/** The text after each key. */
function typed(before: string, words: string): string[] {
  return [...words].map((_key, index) => before + words.slice(0, index + 1));
}

test('typing in another view is one undo step for each burst', () => {
  const box = createBox('start');
  box.set(typed('start', ' one and two'), 100);
  const first = box.element.value;
  vi.advanceTimersByTime(5_000);
  box.set(typed(first, ' and three'), 100);
  const second = box.element.value;
  box.undo();
  expect(box.element.value).toBe(first);
  box.undo();
  expect(box.element.value).toBe('start');
  box.undo();
  expect(box.element.value).toBe('start');
  box.redo();
  box.redo();
  expect(box.element.value).toBe(second);
});

test('a thousand keys in another view leave what was done before them to be undone', () => {
  const box = createBox('before');
  vi.advanceTimersByTime(5_000);
  box.set(['start'], 0);
  vi.advanceTimersByTime(5_000);
  box.set(typed('start', 'x'.repeat(1_000)), 100);
  box.undo();
  expect(box.element.value).toBe('start');
  box.undo();
  expect(box.element.value).toBe('before');
});

test('undoing what was done in another view puts the caret there', () => {
  const box = createBox('one two three');
  box.set(['one very two three', 'one very old two three'], 100);
  box.focus();
  box.undo();
  expect(box.element).toMatchObject({ value: 'one two three', selectionStart: 4, selectionEnd: 4 });
  box.redo();
  expect(box.element.selectionEnd).toBe('one very old '.length);
});
