import {
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { TextState } from './text-edits.ts';
import {
  type EditKind,
  EMPTY_HISTORY,
  recordEdit,
  redoEdit,
  rewriteHistory,
  undoEdit,
} from './text-history.ts';
import { isPressed, type Keys } from './text-tools.ts';

function stateOf({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TextState {
  return { text: value, from: selectionStart, to: selectionEnd };
}

function kindOf({ inputType, isComposing }: InputEvent): EditKind {
  if (isComposing || inputType === 'insertCompositionText') return 'composing';
  if (inputType === 'insertText') return 'typing';
  return inputType?.startsWith('deleteContent') ? 'deleting' : 'other';
}

const UNDO: Keys = { key: 'Z' };
const REDO: readonly Keys[] = [{ key: 'Z', shift: true }, { key: 'Y' }];

type TextFieldOptions = {
  readonly onText: (text: string) => void;
  /** May change an edit of the writer. */
  readonly review: (before: string, after: TextState) => TextState;
  /** After a change that the browser did not make itself. */
  readonly onWritten: () => void;
};

/**
 * A textarea with an undo history of its own. The browser's forgets all that was before a change
 * that it did not make itself, and a picture that arrives while one writes elsewhere is such a change.
 */
export class TextField {
  options: TextFieldOptions;
  readonly #element: () => HTMLTextAreaElement | null;
  #history = EMPTY_HISTORY;
  /** The text before the edit that comes next. */
  #before: TextState;
  #entered = false;
  /** Whether the selection of the last change waits for the focus. */
  #selectsLater = false;
  /** The text before the composition that is going on. */
  #composedIn: string | null = null;
  #afterComposition: (() => void)[] = [];

  constructor(element: () => HTMLTextAreaElement | null, text: string, options: TextFieldOptions) {
    this.#element = element;
    this.#before = { text, from: text.length, to: text.length };
    this.options = options;
  }

  current(): TextState {
    const element = this.#element();
    return element && !this.#selectsLater ? stateOf(element) : this.#before;
  }

  /** The last caret; null if the field never had the focus. */
  caret(): number | null {
    return this.#entered ? this.current().to : null;
  }

  /** One edit, which can be undone. */
  edit(next: TextState): void {
    this.#record(this.current(), { caret: next.to, kind: 'other', now: 0 });
    this.#write(next);
  }

  /** A change in the text and in all that undo and redo bring back; it waits while one composes. */
  rewrite(begin: () => (state: TextState) => TextState): void {
    const work = () => {
      const change = begin();
      this.#history = rewriteHistory(this.#history, change);
      const now = this.current();
      const next = change(now);
      if (next.text !== now.text) this.#write(next);
    };
    if (this.#composedIn === null) work();
    else this.#afterComposition.push(work);
  }

  onChange = ({ target, nativeEvent, timeStamp }: ChangeEvent<HTMLTextAreaElement>): void => {
    const now = stateOf(target);
    const next = this.#composedIn === null ? this.options.review(this.#before.text, now) : now;
    const kind = next === now ? kindOf(nativeEvent as InputEvent) : 'other';
    this.#record(this.#before, { caret: next.to, kind, now: timeStamp });
    if (next === now) {
      this.#before = now;
      this.options.onText(now.text);
    } else {
      this.#write(next);
    }
  };

  /** True where the key was one of the history's. */
  handleKey(event: KeyboardEvent): boolean {
    const undoes = isPressed(UNDO, event);
    if (!undoes && !REDO.some((keys) => isPressed(keys, event))) return false;
    this.#step(undoes ? undoEdit : redoEdit);
    return true;
  }

  /** After React has set another text. */
  recordExternalChange(): void {
    const element = this.#element();
    if (!element || element.value === this.#before.text) return;
    this.#record(this.#before, { caret: element.value.length, kind: 'other', now: 0 });
    this.#before = stateOf(element);
  }

  listen(element: HTMLTextAreaElement, signal: AbortSignal): void {
    element.addEventListener('beforeinput', (event) => this.#onBeforeInput(event), { signal });
    element.addEventListener('focus', () => this.#onFocus(element), { signal });
    element.addEventListener(
      'compositionstart',
      () => {
        this.#composedIn = element.value;
      },
      { signal },
    );
    element.addEventListener('compositionend', () => this.#onCompositionEnd(element), { signal });
  }

  #onBeforeInput(event: InputEvent): void {
    const element = this.#element();
    if (element) this.#before = stateOf(element);
    // Undo from a menu or by a gesture.
    const undoes = event.inputType === 'historyUndo';
    if (!undoes && event.inputType !== 'historyRedo') return;
    event.preventDefault();
    this.#step(undoes ? undoEdit : redoEdit);
  }

  #onFocus(element: HTMLTextAreaElement): void {
    this.#entered = true;
    const { from, to } = this.#before;
    // A change of the text has put the caret at its end.
    const atEnd = element.selectionStart === element.value.length;
    if (this.#selectsLater && atEnd) element.setSelectionRange(from, to);
    this.#selectsLater = false;
  }

  #onCompositionEnd(element: HTMLTextAreaElement): void {
    const now = stateOf(element);
    const next = this.options.review(this.#composedIn ?? now.text, now);
    this.#composedIn = null;
    if (next !== now) this.#write(next);
    for (const work of this.#afterComposition.splice(0)) work();
  }

  #record(before: TextState, edit: Parameters<typeof recordEdit>[2]): void {
    this.#history = recordEdit(this.#history, before, edit);
  }

  #step(move: typeof undoEdit): void {
    if (this.#composedIn !== null) return;
    const moved = move(this.#history, this.current());
    if (!moved) return;
    this.#history = moved.history;
    this.#write(moved.state);
  }

  #write(next: TextState): void {
    const element = this.#element();
    if (!element) return;
    // In this order the next render finds nothing to change, and the caret stays.
    if (element.value !== next.text) element.value = next.text;
    // In some browsers setting the selection takes the focus: without it, that waits.
    this.#selectsLater = document.activeElement !== element;
    if (!this.#selectsLater) element.setSelectionRange(next.from, next.to);
    this.#before = next;
    flushSync(() => this.options.onText(next.text));
    this.options.onWritten();
  }
}

export function useTextField(
  element: RefObject<HTMLTextAreaElement | null>,
  text: string,
  options: TextFieldOptions,
): TextField {
  const [field] = useState(() => new TextField(() => element.current, text, options));
  useLayoutEffect(() => {
    field.options = options;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what it is called for
  useEffect(() => field.recordExternalChange(), [field, text]);
  useEffect(() => {
    const stop = new AbortController();
    if (element.current) field.listen(element.current, stop.signal);
    return () => stop.abort();
  }, [field, element]);
  return field;
}
