import { type ChangeEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Moment } from './text-edits.ts';
import {
  type EditKind,
  EMPTY_HISTORY,
  recordEdit,
  redoEdit,
  rewriteHistory,
  undoEdit,
} from './text-history.ts';
import { isPressed, type Keys } from './text-tools.ts';

function momentOf({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Moment {
  return { text: value, from: selectionStart, to: selectionEnd };
}

function kindOf({ inputType, isComposing }: InputEvent): EditKind {
  if (isComposing || inputType === 'insertCompositionText') return 'composing';
  if (inputType === 'insertText') return 'typing';
  return inputType?.startsWith('deleteContent') ? 'deleting' : 'other';
}

const UNDO: Keys = { key: 'Z' };
const REDO: readonly Keys[] = [{ key: 'Z', shift: true }, { key: 'Y' }];

type Options = {
  readonly onText: (text: string) => void;
  /** What becomes of an edit of the writer. */
  readonly review: (before: string, after: Moment) => Moment;
  /** After a change that the browser did not make itself. */
  readonly onWritten: () => void;
};

/**
 * A text field with a history of its own. The browser's forgets all that was before a change that
 * it did not make itself, and a picture that arrives while one writes elsewhere is such a change.
 */
export function useTextField(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  { onText, review, onWritten }: Options,
) {
  const history = useRef(EMPTY_HISTORY);
  /** The text before the edit that comes next. */
  const before = useRef<Moment>({ text, from: text.length, to: text.length });
  const entered = useRef(false);
  /** Whether the selection of the last change is still to be made. */
  const unselected = useRef(false);
  const composing = useRef(false);
  const composedIn = useRef(text);
  const waiting = useRef<(() => void)[]>([]);

  function current(): Moment {
    const element = field.current;
    return element && !unselected.current ? momentOf(element) : before.current;
  }

  /**
   * To set the selection takes the focus in some browsers, so while the field does not have it, that
   * is done on the next focus.
   */
  function write(next: Moment): void {
    const element = field.current;
    if (!element) return;
    // In this order the next render finds nothing to change, and the caret stays.
    if (element.value !== next.text) element.value = next.text;
    unselected.current = document.activeElement !== element;
    if (!unselected.current) element.setSelectionRange(next.from, next.to);
    before.current = next;
    flushSync(() => onText(next.text));
    onWritten();
  }

  function step(move: typeof undoEdit): void {
    if (composing.current) return;
    const moved = move(history.current, current());
    if (!moved) return;
    history.current = moved.history;
    write(moved.moment);
  }

  const changedElsewhere = useEffectEvent(() => {
    const element = field.current;
    if (!element || element.value === before.current.text) return;
    const caret = element.value.length;
    history.current = recordEdit(history.current, before.current, { caret, kind: 'other', now: 0 });
    before.current = momentOf(element);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what it is called for
  useEffect(() => changedElsewhere(), [text]);

  const onComposed = useEffectEvent(() => {
    if (!field.current) return;
    const now = momentOf(field.current);
    const next = review(composedIn.current, now);
    if (next !== now) write(next);
  });
  const onBeforeInput = useEffectEvent((event: InputEvent) => {
    if (field.current) before.current = momentOf(field.current);
    // From a menu or by a gesture.
    const undoes = event.inputType === 'historyUndo';
    if (!undoes && event.inputType !== 'historyRedo') return;
    event.preventDefault();
    step(undoes ? undoEdit : redoEdit);
  });
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    const stop = new AbortController();
    const { signal } = stop;
    const onCompositionStart = () => {
      composing.current = true;
      composedIn.current = element.value;
    };
    const onCompositionEnd = () => {
      composing.current = false;
      onComposed();
      for (const work of waiting.current.splice(0)) work();
    };
    element.addEventListener('beforeinput', (event) => onBeforeInput(event), { signal });
    element.addEventListener('compositionstart', onCompositionStart, { signal });
    element.addEventListener('compositionend', onCompositionEnd, { signal });
    const onFocus = () => {
      entered.current = true;
      const { from, to } = before.current;
      // A change of the text has put the caret at its end.
      const atEnd = element.selectionStart === element.value.length;
      if (unselected.current && atEnd) element.setSelectionRange(from, to);
      unselected.current = false;
    };
    element.addEventListener('focus', onFocus, { signal });
    return () => stop.abort();
  }, [field]);

  return {
    current,
    /** Where one was last; null if one has not been in the text. */
    caret: (): number | null => (entered.current ? current().to : null),
    onChange({ target, nativeEvent, timeStamp }: ChangeEvent<HTMLTextAreaElement>): void {
      const now = momentOf(target);
      const next = composing.current ? now : review(before.current.text, now);
      const kind = next === now ? kindOf(nativeEvent as InputEvent) : 'other';
      const edit = { caret: next.to, kind, now: timeStamp };
      history.current = recordEdit(history.current, before.current, edit);
      if (next === now) {
        before.current = now;
        onText(now.text);
      } else {
        write(next);
      }
    },
    /** True where the key was one of the history's. */
    takesKey(event: React.KeyboardEvent): boolean {
      const undoes = isPressed(UNDO, event);
      if (!undoes && !REDO.some((keys) => isPressed(keys, event))) return false;
      step(undoes ? undoEdit : redoEdit);
      return true;
    },
    /** One edit, which can be undone. */
    edit(next: Moment): void {
      const edit = { caret: next.to, kind: 'other', now: 0 } as const;
      history.current = recordEdit(history.current, current(), edit);
      write(next);
    },
    /** A change in the text and in all that undo and redo bring back; it waits while one composes. */
    rewrite(begin: () => (moment: Moment) => Moment): void {
      const work = () => {
        const change = begin();
        history.current = rewriteHistory(history.current, change);
        const now = current();
        const next = change(now);
        if (next.text !== now.text) write(next);
      };
      if (composing.current) waiting.current.push(work);
      else work();
    },
  };
}

export type TextField = ReturnType<typeof useTextField>;
