import { type Element, findElements, findTags } from './html-tags.ts';
import { insertAt, linesOf, removeLine } from './text-blocks.ts';
import { applyEdit, type TextState } from './text-edits.ts';

function isInside({ open, close }: Element, { from, to }: TextState): boolean {
  return open.to <= from && to <= close.from;
}

/** The list item around the selection, or the one that ends before it on the same line. */
function itemAt(state: TextState, elements: readonly Element[]): Element | undefined {
  const { text, from, to } = state;
  const items = elements.filter(({ name }) => name === 'li');
  const inner = items.find((item) => isInside(item, state));
  if (inner) return inner;
  return items.find(
    ({ close }) =>
      from === to &&
      close.to <= to &&
      text.slice(close.to, to).trim() === '' &&
      !text.slice(close.to, to).includes('\n'),
  );
}

function indentOf(text: string, { open }: Element): string | undefined {
  const before = text.slice(linesOf(text, open).from, open.from);
  return before.trim() === '' ? before : undefined;
}

/** Whether nothing else is on the lines of the element. */
function isAlone(text: string, item: Element): boolean {
  const line = linesOf(text, { from: item.open.from, to: item.close.to });
  return indentOf(text, item) !== undefined && text.slice(item.close.to, line.to).trim() === '';
}

/** Elements between the item and the caret; they are closed before the new item and reopened in it. */
function elementsAround(item: Element, state: TextState, elements: readonly Element[]): Element[] {
  return elements
    .filter((element) => isInside(element, state) && item.open.from < element.open.from)
    .toSorted((a, b) => a.open.from - b.open.from);
}

function splitItem(state: TextState, item: Element, elements: readonly Element[]): TextState {
  const { text, from, to } = state;
  const indent = indentOf(text, item) ?? '';
  if (from > item.close.from) {
    return insertAt(text, item.close.to, `\n${indent}<li></li>`, `\n${indent}<li>`.length);
  }
  const around = elementsAround(item, state, elements);
  const closing = around
    .map(({ name }) => `</${name}>`)
    .toReversed()
    .join('');
  const opening = around.map(({ open }) => text.slice(open.from, open.to)).join('');
  const [head, tail] = [text.slice(0, from).replace(/[ \t]+$/, ''), text.slice(to)];
  const start = `${head}${closing}</li>\n${indent}<li>${opening}`;
  return {
    text: start + tail.replace(/^[ \t]+/, ''),
    from: start.length,
    to: start.length,
  };
}

function parentOf(child: Element, elements: readonly Element[], names: readonly string[]) {
  return elements.find(
    ({ name, open, close }) =>
      names.includes(name) && open.from < child.open.from && child.close.to < close.to,
  );
}

/** Removes an empty item, and the list with it if it was the only one. */
function leaveList(
  state: TextState,
  item: Element,
  elements: readonly Element[],
): TextState | null {
  const list = parentOf(item, elements, ['ul', 'ol']);
  if (!list) return null;
  const { text } = state;
  const inner =
    text.slice(list.open.to, item.open.from) + text.slice(item.close.to, list.close.from);
  const outer = parentOf(list, elements, ['li']);
  const isOnly = inner.trim() === '';
  if (isOnly && !outer) {
    return applyEdit(state, { from: list.open.from, to: list.close.to, text: '' });
  }
  // Behind the list: a nested one continues with an item of the outer one.
  const end = outer ? outer.close.to : list.close.to;
  const start = outer ? `\n${indentOf(text, outer) ?? ''}<li>` : '\n';
  const next = insertAt(text, end, outer ? `${start}</li>` : start, start.length);
  const removed = isOnly ? list : item;
  const line = linesOf(text, { from: removed.open.from, to: removed.close.to });
  return removeLine(
    next,
    isAlone(text, removed) ? line : { from: removed.open.from, to: removed.close.to },
  );
}

/** What Enter does in a list: the next item, or the end of the list. Null outside of one. */
export function continueList(state: TextState): TextState | null {
  const { text, from, to } = state;
  if (findTags(text).some((tag) => tag.from < to && from < tag.to)) return null;
  const elements = findElements(text);
  const item = itemAt(state, elements);
  if (!item || !isAlone(text, item)) return null;
  const inner = text.slice(item.open.to, item.close.from);
  if (inner.includes('\n')) return null;
  return inner.trim() === '' ? leaveList(state, item, elements) : splitItem(state, item, elements);
}

/** Safari ends a composition before the key that ends it; only this code tells. */
const COMPOSING_KEY_CODE = 229;

/** With Shift it is a plain line break; during a composition it belongs to the input method. */
export function isPlainEnter(event: React.KeyboardEvent): boolean {
  const { key, keyCode, shiftKey, ctrlKey, metaKey, altKey, nativeEvent } = event;
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || altKey) return false;
  return !nativeEvent.isComposing && keyCode !== COMPOSING_KEY_CODE;
}
