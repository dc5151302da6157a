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
  differenceOf,
  type EditKind,
  EMPTY_HISTORY,
  recordEdit,
  redoEdit,
  rewriteHistory,
  undoEdit,
} from './text-edits.ts';
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
  readonly review: (before: string, after: TextState) => TextState;
  readonly onScriptChange: () => void;
};

/**
 * A textarea with its own undo history. Why not the browser's: it is lost when a script changes the
 * text, as it does when an upload finishes.
 */
export class TextField {
  options: TextFieldOptions;
  readonly #element: () => HTMLTextAreaElement | null;
  #history = EMPTY_HISTORY;
  #before: TextState;
  #hadFocus = false;
  #selectionPending = false;
  /** The selection that another view's caret replaces at the next focus; null if there is none. */
  #replaced: Pick<TextState, 'from' | 'to'> | null = null;
  /** The text before the current composition; null outside of one. */
  #textBeforeComposition: string | null = null;
  #afterComposition: (() => void)[] = [];

  constructor(element: () => HTMLTextAreaElement | null, text: string, options: TextFieldOptions) {
    this.#element = element;
    this.#before = { text, from: text.length, to: text.length };
    this.options = options;
  }

  current(): TextState {
    const element = this.#element();
    return element && !this.#selectionPending ? stateOf(element) : this.#before;
  }

  /** The last caret; null if the field never had the focus. */
  caret(): number | null {
    return this.#hadFocus ? this.current().to : null;
  }

  /** Where the caret will be when the field gets the focus. */
  placeCaret(offset: number): void {
    this.#before = { text: this.current().text, from: offset, to: offset };
    this.#hadFocus = true;
    this.#selectionPending = true;
    const element = this.#element();
    this.#replaced = element && stateOf(element);
    if (element && document.activeElement === element) this.#onFocus(element);
  }

  /**
   * One undo step; with `typing`, the same one as the edits right before it. Returns what takes it back
   * as if it had never been made, and says whether that was possible: not after another change.
   */
  edit(next: TextState, kind: 'typing' | 'other' = 'other'): () => boolean {
    const before = this.current();
    const history = this.#history;
    this.#record(before, { caret: next.to, kind, now: performance.now() });
    const edited = this.#history;
    this.#write(next);
    return () => {
      if (this.#history !== edited) return false;
      this.#history = history;
      this.#write(before);
      return true;
    };
  }

  /** Changes the text and its whole history, after a composition has ended. */
  rewrite(change: (state: TextState) => TextState): void {
    const apply = () => {
      this.#history = rewriteHistory(this.#history, change);
      const now = this.current();
      const next = change(now);
      if (next.text !== now.text) this.#write(next);
    };
    if (this.#textBeforeComposition === null) apply();
    else this.#afterComposition.push(apply);
  }

  onChange = ({ target, nativeEvent, timeStamp }: ChangeEvent<HTMLTextAreaElement>): void => {
    const now = stateOf(target);
    const next =
      this.#textBeforeComposition === null ? this.options.review(this.#before.text, now) : now;
    const kind = next === now ? kindOf(nativeEvent as InputEvent) : 'other';
    this.#record(this.#before, { caret: next.to, kind, now: timeStamp });
    if (next === now) {
      this.#before = now;
      this.options.onText(now.text);
    } else {
      this.#write(next);
    }
  };

  handleKey(event: KeyboardEvent): boolean {
    const isUndo = isPressed(UNDO, event);
    if (!isUndo && !REDO.some((keys) => isPressed(keys, event))) return false;
    this.#step(isUndo ? undoEdit : redoEdit);
    return true;
  }

  /** Records a text that was set through React. */
  recordExternalChange(): void {
    const element = this.#element();
    if (!element || element.value === this.#before.text) return;
    const now = performance.now();
    const { text } = this.#before;
    // The caret of this view may be far from what undo will take back.
    const { to } = differenceOf(text, element.value);
    const before = { text, from: to, to };
    this.#record(before, { caret: element.value.length, kind: 'elsewhere', now });
    this.#before = stateOf(element);
  }

  listen(element: HTMLTextAreaElement, signal: AbortSignal): void {
    element.addEventListener('beforeinput', (event) => this.#onBeforeInput(event), { signal });
    element.addEventListener('focus', () => this.#onFocus(element), { signal });
    element.addEventListener(
      'compositionstart',
      () => {
        this.#textBeforeComposition = element.value;
      },
      { signal },
    );
    element.addEventListener('compositionend', () => this.#onCompositionEnd(element), { signal });
  }

  #onBeforeInput(event: InputEvent): void {
    const element = this.#element();
    if (element) this.#before = stateOf(element);
    // Undo and redo from a menu or by a gesture.
    const isUndo = event.inputType === 'historyUndo';
    if (!isUndo && event.inputType !== 'historyRedo') return;
    event.preventDefault();
    this.#step(isUndo ? undoEdit : redoEdit);
  }

  #onFocus(element: HTMLTextAreaElement): void {
    this.#hadFocus = true;
    const { from, to } = this.#before;
    // Setting the text has moved the caret to its end.
    const atEnd = element.selectionStart === element.value.length;
    const { selectionStart, selectionEnd } = element;
    const isReplaced =
      this.#replaced?.from === selectionStart && this.#replaced.to === selectionEnd;
    if (this.#selectionPending && (atEnd || isReplaced)) element.setSelectionRange(from, to);
    this.#selectionPending = false;
    this.#replaced = null;
  }

  #onCompositionEnd(element: HTMLTextAreaElement): void {
    const now = stateOf(element);
    const next = this.options.review(this.#textBeforeComposition ?? now.text, now);
    this.#textBeforeComposition = null;
    if (next !== now) this.#write(next);
    for (const apply of this.#afterComposition.splice(0)) apply();
  }

  #record(before: TextState, edit: Parameters<typeof recordEdit>[2]): void {
    this.#history = recordEdit(this.#history, before, edit);
  }

  #step(move: typeof undoEdit): void {
    if (this.#textBeforeComposition !== null) return;
    const step = move(this.#history, this.current());
    if (!step) return;
    this.#history = step.history;
    this.#write(step.state);
  }

  #write(next: TextState): void {
    const element = this.#element();
    if (!element) return;
    // Set before the state, so that React finds nothing to change and the caret stays.
    if (element.value !== next.text) element.value = next.text;
    // In some browsers setting the selection also moves the focus.
    this.#selectionPending = document.activeElement !== element;
    if (!this.#selectionPending) element.setSelectionRange(next.from, next.to);
    this.#before = next;
    flushSync(() => this.options.onText(next.text));
    this.options.onScriptChange();
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every change of the text
  useEffect(() => field.recordExternalChange(), [field, text]);
  useEffect(() => {
    const stop = new AbortController();
    if (element.current) field.listen(element.current, stop.signal);
    return () => stop.abort();
  }, [field, element]);
  return field;
}
