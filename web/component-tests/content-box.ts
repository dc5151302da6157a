import { content } from './editor-page.tsx';

export function box(): HTMLTextAreaElement {
  return content.element() as HTMLTextAreaElement;
}

export function select(from: number, to: number): void {
  box().focus({ preventScroll: true });
  box().setSelectionRange(from, to);
}

export function selected(): string {
  const { value, selectionStart, selectionEnd } = box();
  return value.slice(selectionStart, selectionEnd);
}

/** Key by key, but without the pauses of a slow machine. */
export function typeAtOnce(words: string): void {
  for (const key of words) document.execCommand('insertText', false, key);
}

/** In one edit, like a paste. */
export function insertText(text: string): void {
  document.execCommand('insertText', false, text);
}
