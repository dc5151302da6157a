import { type Element, findElements, findTags, isInside } from './html-tags.ts';
import { insertAt, linesOf, removeLine } from './text-blocks.ts';
import { applyEdit, type TextState } from './text-edits.ts';

/** The list item around the selection, or the one that ends before it on the same line. */
function itemAt(state: TextState, elements: readonly Element[]): Element | undefined {
  const { text, from, to } = state;
  const items = elements.filter(({ name }) => name === 'li');
  const inner = items.find((item) => isInside(state, item));
  if (inner) return inner;
  return items.find(
    (item) => from === to && item.to <= to && /^[^\S\n]*$/.test(text.slice(item.to, to)),
  );
}

function indentOf(text: string, element: Element): string | undefined {
  const before = text.slice(linesOf(text, element).from, element.from);
  return before.trim() === '' ? before : undefined;
}

function isAlone(text: string, item: Element): boolean {
  const line = linesOf(text, item);
  return indentOf(text, item) !== undefined && text.slice(item.to, line.to).trim() === '';
}

/** Elements between the item and the caret; they are closed before the new item and reopened in it. */
function elementsAround(item: Element, state: TextState, elements: readonly Element[]): Element[] {
  return elements
    .filter((element) => isInside(state, element) && item.from < element.from)
    .toSorted((a, b) => a.from - b.from);
}

function splitItem(state: TextState, item: Element, elements: readonly Element[]): TextState {
  const { text, from, to } = state;
  const indent = indentOf(text, item) ?? '';
  if (from > item.close.from) {
    return insertAt(text, item.to, `\n${indent}<li>`, '</li>');
  }
  const around = elementsAround(item, state, elements);
  const closing = around
    .map(({ name }) => `</${name}>`)
    .toReversed()
    .join('');
  const opening = around.map(({ open }) => text.slice(open.from, open.to)).join('');
  const [head, tail] = [text.slice(0, from).replace(/(?<![ \t])[ \t]+$/, ''), text.slice(to)];
  const start = `${head}${closing}</li>\n${indent}<li>${opening}`;
  return {
    text: start + tail.replace(/^[ \t]+/, ''),
    from: start.length,
    to: start.length,
  };
}

function parentOf(child: Element, elements: readonly Element[], names: readonly string[]) {
  return elements.find((element) => names.includes(element.name) && isInside(child, element));
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
  const inner = text.slice(list.open.to, item.from) + text.slice(item.to, list.close.from);
  const outer = parentOf(list, elements, ['li']);
  const isOnly = inner.trim() === '';
  if (isOnly && !outer) return applyEdit(state, { ...list, text: '' });
  // Behind the list: a nested one continues with an item of the outer one.
  const next = outer
    ? insertAt(text, outer.to, `\n${indentOf(text, outer) ?? ''}<li>`, '</li>')
    : insertAt(text, list.to, '\n');
  const removed = isOnly ? list : item;
  return removeLine(next, isAlone(text, removed) ? linesOf(text, removed) : removed);
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
