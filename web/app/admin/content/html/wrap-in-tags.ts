import { type Element, findElements, findTags, isBalanced, isInside } from './html-tags.ts';
import { applyEdits, replaceRange, type TextState } from './text-edits.ts';

export function wrap({ text, from, to }: TextState, before: string, behind: string): TextState {
  return replaceRange(text, { from, to }, [before, text.slice(from, to), behind]);
}

export function unwrap(state: TextState, ...elements: readonly Element[]): TextState {
  const tags = elements.flatMap(({ open, close }) => [open, close]);
  return applyEdits(
    state,
    tags.map(({ from, to }) => ({ from, to, text: '' })),
  );
}

/** Extends a selection that starts or ends inside a tag to the whole tag. */
export function expandToTags(state: TextState): TextState {
  const { text } = state;
  let { from, to } = state;
  for (const tag of findTags(text)) {
    if (tag.from < from && from < tag.to) from = from === to ? tag.to : tag.from;
    if (tag.from < to && to < tag.to) to = tag.to;
  }
  return { text, from: Math.min(from, to), to };
}

export function trimSelection({ text, from, to }: TextState): TextState {
  const selected = text.slice(from, to);
  if (selected.trim() === '') return { text, from, to };
  const start = from + selected.length - selected.trimStart().length;
  return { text, from: start, to: start + selected.trim().length };
}

/** The innermost element that contains the selection. */
export function findEnclosing<E extends Element>(
  elements: readonly E[],
  state: TextState,
): E | undefined {
  const { from, to } = trimSelection(state);
  // A caret next to an element is not inside it.
  const beside = (element: E) => from === to && (from === element.from || from === element.to);
  return elements.find((element) => element.from <= from && to <= element.to && !beside(element));
}

export function isTouchedBy(element: Element, { from, to }: TextState): boolean {
  return element.from < to && from < element.to;
}

/** Removes the tags of all elements that the selection touches, and selects them completely. */
export function removeTags(state: TextState, candidates: readonly Element[]): TextState {
  const elements = candidates.filter((element) => isTouchedBy(element, state));
  const from = Math.min(state.from, ...elements.map((element) => element.from));
  const to = Math.max(state.to, ...elements.map((element) => element.to));
  return unwrap({ text: state.text, from, to }, ...elements);
}

/** Splits the element, so that the selection is outside; null if that would break other tags. */
function splitAround(state: TextState, element: Element): TextState | null {
  const { text, from, to } = state;
  const { name, open, close } = element;
  const head = text.slice(open.to, from);
  const tail = text.slice(to, close.from);
  if (from === to || !isInside(state, element)) return null;
  if ((head + tail).trim() === '' || !isBalanced(head) || !isBalanced(tail)) return null;
  const part = (words: string) =>
    words.trim() === '' ? words : `${text.slice(open.from, open.to)}${words}</${name}>`;
  return replaceRange(text, element, [part(head), text.slice(from, to), part(tail)]);
}

/** Bold or italic. Of the tag names, the first is used for new elements. */
export function toggleInline(given: TextState, names: readonly [string, ...string[]]): TextState {
  const state = expandToTags(given);
  const elements = findElements(state.text, ...names);
  const enclosing = findEnclosing(elements, state);
  if (enclosing) return splitAround(state, enclosing) ?? unwrap(state, enclosing);
  return wrap(removeTags(state, elements), `<${names[0]}>`, `</${names[0]}>`);
}

function rename(state: TextState, elements: readonly Element[], name: string): TextState {
  const edits = elements.flatMap(({ name: old, open, close }) =>
    [open.from + 1, close.from + 2].map((from) => ({ from, to: from + old.length, text: name })),
  );
  return applyEdits(state, edits);
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Makes the selection a heading of this level, changes another level to it, or removes it. */
export function toggleHeading(given: TextState, level: 'h2' | 'h3'): TextState {
  const state = expandToTags(given);
  const headings = findElements(state.text, ...HEADINGS);
  const enclosing = findEnclosing(headings, state);
  const touched = enclosing
    ? [enclosing]
    : headings.filter((heading) => isTouchedBy(heading, state));
  if (touched.length === 0) return wrap(state, `<${level}>`, `</${level}>`);
  const isLevel = touched.every(({ name }) => name === level);
  return isLevel ? unwrap(state, ...touched) : rename(state, touched, level);
}

type ListName = 'ul' | 'ol';

function createList({ text, from, to }: TextState, name: ListName): TextState {
  const lines = text
    .slice(from, to)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const items = lines.map((line) => `  <li>${line.trim()}</li>`).join('\n');
  return replaceRange(
    text,
    { from, to },
    items === ''
      ? [`<${name}>\n  <li>`, '', `</li>\n</${name}>`]
      : [`<${name}>\n`, items, `\n</${name}>`],
  );
}

function trimmedLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join('\n');
}

function listToLines({ text }: TextState, list: Element): TextState {
  const inner = text.slice(list.open.to, list.close.from);
  const lists = findElements(inner, 'ul', 'ol');
  const items = findElements(inner, 'li').filter(
    (item) => !lists.some((nested) => isInside(item, nested)),
  );
  const edits = items.flatMap(({ open, close }) => [
    { ...open, text: '' },
    { ...close, text: '\n' },
  ]);
  const bare = applyEdits({ text: inner, from: 0, to: 0 }, edits).text;
  // A nested list: its lines start below the text of the outer item.
  const isInItem = findElements(text, 'li').some((item) => isInside(list, item));
  const lines = (isInItem ? '\n' : '') + trimmedLines(bare);
  return replaceRange(text, list, ['', lines, '']);
}

/** Makes a list of the selected lines, changes the kind of a list, or removes it. */
export function toggleList(given: TextState, name: ListName): TextState {
  const state = expandToTags(given);
  const lists = findElements(state.text, 'ul', 'ol');
  const list =
    findEnclosing(lists, state) ??
    // The outermost list ends last.
    lists.findLast(({ from, to }) => state.from <= from && to <= state.to);
  if (!list) return createList(state, name);
  return list.name === name ? listToLines(state, list) : rename(state, [list], name);
}
