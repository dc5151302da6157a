import { type Element, findElements, findTags, isBalanced, type Tag } from './html-tags.ts';
import { applyEdit, type TextState } from './text-edits.ts';

export function wrap({ text, from, to }: TextState, before: string, after: string): TextState {
  return {
    text: text.slice(0, from) + before + text.slice(from, to) + after + text.slice(to),
    from: from + before.length,
    to: to + before.length,
  };
}

function removeTag(state: TextState, { from, to }: Tag): TextState {
  return applyEdit(state, { from, to, text: '' });
}

/** Removes the tags of an element, not its content. */
export function unwrap(state: TextState, { open, close }: Element): TextState {
  return removeTag(removeTag(state, close), open);
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
export function findEnclosing(elements: readonly Element[], state: TextState): Element | undefined {
  const { from, to } = trimSelection(state);
  // A caret next to an element is not inside it.
  const beside = ({ open, close }: Element) =>
    from === to && (from === open.from || from === close.to);
  return elements.find(
    (element) => element.open.from <= from && to <= element.close.to && !beside(element),
  );
}

/** Whether some of the element is selected. */
export function isTouchedBy({ open, close }: Element, { from, to }: TextState): boolean {
  return open.from < to && from < close.to;
}

/** Removes the tags of all elements that the selection touches, and selects them completely. */
export function removeTags(state: TextState, candidates: readonly Element[]): TextState {
  const elements = candidates.filter((element) => isTouchedBy(element, state));
  const from = Math.min(state.from, ...elements.map(({ open }) => open.from));
  const to = Math.max(state.to, ...elements.map(({ close }) => close.to));
  const tags = elements.flatMap(({ open, close }) => [open, close]);
  return tags.toSorted((a, b) => b.from - a.from).reduce(removeTag, { text: state.text, from, to });
}

/** Splits the element, so that the selection is outside; null if that would break other tags. */
function splitAround(state: TextState, { name, open, close }: Element): TextState | null {
  const { text, from, to } = state;
  const head = text.slice(open.to, from);
  const tail = text.slice(to, close.from);
  if (from === to || from < open.to || to > close.from) return null;
  if ((head + tail).trim() === '' || !isBalanced(head) || !isBalanced(tail)) return null;
  const part = (words: string) =>
    words.trim() === '' ? words : `${text.slice(open.from, open.to)}${words}</${name}>`;
  const start = text.slice(0, open.from) + part(head);
  const selected = text.slice(from, to);
  return {
    text: start + selected + part(tail) + text.slice(close.to),
    from: start.length,
    to: start.length + selected.length,
  };
}

/** Bold or italic. Of the tag names, the first is used for new elements. */
export function toggleInline(given: TextState, names: readonly [string, ...string[]]): TextState {
  const state = expandToTags(given);
  const elements = findElements(state.text).filter(({ name }) => names.includes(name));
  const enclosing = findEnclosing(elements, state);
  if (enclosing) return splitAround(state, enclosing) ?? unwrap(state, enclosing);
  return wrap(removeTags(state, elements), `<${names[0]}>`, `</${names[0]}>`);
}

function renameElement(state: TextState, { open, close }: Element, name: string): TextState {
  const rename = (now: TextState, at: number) =>
    applyEdit(now, { from: at, to: at + open.name.length, text: name });
  return rename(rename(state, close.from + 2), open.from + 1);
}

const HEADING = /^h[1-6]$/;

/** Makes the selection a heading of this level, changes another level to it, or removes it. */
export function toggleHeading(given: TextState, level: 'h2' | 'h3'): TextState {
  const state = expandToTags(given);
  const headings = findElements(state.text).filter(({ name }) => HEADING.test(name));
  const enclosing = findEnclosing(headings, state);
  const touched = enclosing
    ? [enclosing]
    : headings.filter((heading) => isTouchedBy(heading, state));
  if (touched.length === 0) return wrap(state, `<${level}>`, `</${level}>`);
  const isLevel = touched.every(({ name }) => name === level);
  return touched
    .toSorted((a, b) => b.open.from - a.open.from)
    .reduce(
      (now, heading) => (isLevel ? unwrap(now, heading) : renameElement(now, heading, level)),
      state,
    );
}

type ListName = 'ul' | 'ol';

function createList(state: TextState, name: ListName): TextState {
  const { text, from, to } = state;
  const lines = text
    .slice(from, to)
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (lines.length === 0) {
    const empty = applyEdit({ text, from, to: from }, { from, to, text: '' });
    return wrap({ ...empty, to: from }, `<${name}>\n  <li>`, `</li>\n</${name}>`);
  }
  const items = lines.map((line) => `  <li>${line.trim()}</li>`).join('\n');
  const replaced = {
    text: text.slice(0, from) + items + text.slice(to),
    from,
    to: from + items.length,
  };
  return wrap(replaced, `<${name}>\n`, `\n</${name}>`);
}

function listToLines(state: TextState, list: Element): TextState {
  const inner = state.text.slice(list.open.to, list.close.from);
  const elements = findElements(inner);
  const isNested = (item: Element) =>
    elements.some(
      ({ name, open, close }) =>
        (name === 'ul' || name === 'ol') && open.from < item.open.from && item.close.to < close.to,
    );
  const items = elements.filter((element) => element.name === 'li' && !isNested(element));
  const bare = items
    .flatMap(({ open, close }) => [open, close])
    .toSorted((a, b) => b.from - a.from)
    .reduce((now, tag) => applyEdit(now, { ...tag, text: tag.closing ? '\n' : '' }), {
      text: inner,
      from: 0,
      to: 0,
    });
  // A nested list: its lines start below the text of the outer item.
  const isInItem = findElements(state.text).some(
    (each) =>
      each.name === 'li' && each.open.from < list.open.from && list.close.to < each.close.to,
  );
  const text = (isInItem ? '\n' : '') + bare.text.trim().replace(/\s*\n\s*/g, '\n');
  const { from } = list.open;
  const after = state.text.slice(0, from) + text + state.text.slice(list.close.to);
  return { text: after, from, to: from + text.length };
}

/** Makes a list of the selected lines, changes the kind of a list, or removes it. */
export function toggleList(given: TextState, name: ListName): TextState {
  const state = expandToTags(given);
  const lists = findElements(state.text).filter((each) => each.name === 'ul' || each.name === 'ol');
  const list =
    findEnclosing(lists, state) ??
    // The outermost list ends last.
    lists.findLast(({ open, close }) => state.from <= open.from && close.to <= state.to);
  if (!list) return createList(state, name);
  return list.name === name ? listToLines(state, list) : renameElement(state, list, name);
}
