import { type Element, findElements, findTags, type Tag } from './html-tags.ts';
import { applyEdit, type Moment } from './text-edits.ts';

/** What is selected stands between the two afterwards, and is selected still. */
export function wrapped({ text, from, to }: Moment, before: string, after: string): Moment {
  return {
    text: text.slice(0, from) + before + text.slice(from, to) + after + text.slice(to),
    from: from + before.length,
    to: to + before.length,
  };
}

function withoutTag(moment: Moment, { from, to }: Tag): Moment {
  return applyEdit(moment, { from, to, text: '' });
}

/** The text without the tags of one element; what it held stays. */
export function unwrapped(moment: Moment, { open, close }: Element): Moment {
  return withoutTag(withoutTag(moment, close), open);
}

/** Extends a selection that starts or ends inside a tag to the whole tag. */
export function selectWhole(moment: Moment): Moment {
  const { text } = moment;
  let { from, to } = moment;
  for (const tag of findTags(text)) {
    if (tag.from < from && from < tag.to) from = from === to ? tag.to : tag.from;
    if (tag.from < to && to < tag.to) to = tag.to;
  }
  return { text, from: Math.min(from, to), to };
}

function trimmed({ text, from, to }: Moment): Moment {
  const selected = text.slice(from, to);
  if (selected.trim() === '') return { text, from, to };
  const start = from + selected.length - selected.trimStart().length;
  return { text, from: start, to: start + selected.trim().length };
}

/** The innermost of these that has the whole selection in it. */
export function enclosing(elements: readonly Element[], moment: Moment): Element | undefined {
  const { from, to } = trimmed(moment);
  // A caret beside an element is not in it.
  const beside = ({ open, close }: Element) =>
    from === to && (from === open.from || from === close.to);
  return elements.find(
    (element) => element.open.from <= from && to <= element.close.to && !beside(element),
  );
}

/** Whether some of the element is selected. */
export function isCutBy({ open, close }: Element, { from, to }: Moment): boolean {
  return open.from < to && from < close.to;
}

/** Without the tags of these elements, and with all of each selected of which there was a part. */
export function withoutTags(moment: Moment, elements: readonly Element[]): Moment {
  const from = Math.min(moment.from, ...elements.map(({ open }) => open.from));
  const to = Math.max(moment.to, ...elements.map(({ close }) => close.to));
  const tags = elements.flatMap(({ open, close }) => [open, close]);
  return tags
    .toSorted((a, b) => b.from - a.from)
    .reduce(withoutTag, { text: moment.text, from, to });
}

function isBalanced(text: string): boolean {
  return findTags(text).filter(({ name }) => name !== '').length === 2 * findElements(text).length;
}

/** Takes a part out of an element, which goes on before and behind it. */
function takenOut(moment: Moment, { name, open, close }: Element): Moment | null {
  const { text, from, to } = moment;
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

/** Bold or italic: on where it is off, off where it is on. The first name is the one that is written. */
export function toggleInline(given: Moment, names: readonly [string, ...string[]]): Moment {
  const moment = selectWhole(given);
  const elements = findElements(moment.text).filter(({ name }) => names.includes(name));
  const around = enclosing(elements, moment);
  if (around) return takenOut(moment, around) ?? unwrapped(moment, around);
  const plain = withoutTags(
    moment,
    elements.filter((element) => isCutBy(element, moment)),
  );
  return wrapped(plain, `<${names[0]}>`, `</${names[0]}>`);
}

/** The same element by another name. */
function renamed(moment: Moment, { open, close }: Element, name: string): Moment {
  const rename = (now: Moment, at: number) =>
    applyEdit(now, { from: at, to: at + open.name.length, text: name });
  return rename(rename(moment, close.from + 2), open.from + 1);
}

const HEADING = /^h[1-6]$/;

/** Makes the selection a heading of this level, changes another level to it, or removes it. */
export function toggleHeading(given: Moment, level: 'h2' | 'h3'): Moment {
  const moment = selectWhole(given);
  const headings = findElements(moment.text).filter(({ name }) => HEADING.test(name));
  const around = enclosing(headings, moment);
  const touched = around ? [around] : headings.filter((each) => isCutBy(each, moment));
  if (touched.length === 0) return wrapped(moment, `<${level}>`, `</${level}>`);
  const isLevel = touched.every(({ name }) => name === level);
  return touched
    .toSorted((a, b) => b.open.from - a.open.from)
    .reduce((now, each) => (isLevel ? unwrapped(now, each) : renamed(now, each, level)), moment);
}

type ListName = 'ul' | 'ol';

function newList(moment: Moment, name: ListName): Moment {
  const { text, from, to } = moment;
  const lines = text
    .slice(from, to)
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (lines.length === 0) {
    const empty = applyEdit({ text, from, to: from }, { from, to, text: '' });
    return wrapped({ ...empty, to: from }, `<${name}>\n  <li>`, `</li>\n</${name}>`);
  }
  const items = lines.map((line) => `  <li>${line.trim()}</li>`).join('\n');
  const replaced = {
    text: text.slice(0, from) + items + text.slice(to),
    from,
    to: from + items.length,
  };
  return wrapped(replaced, `<${name}>\n`, `\n</${name}>`);
}

/** Each item of the list on a line. */
function plainLines(moment: Moment, list: Element): Moment {
  const inner = moment.text.slice(list.open.to, list.close.from);
  const elements = findElements(inner);
  const isNested = (item: Element) =>
    elements.some(
      ({ name, open, close }) =>
        (name === 'ul' || name === 'ol') && open.from < item.open.from && item.close.to < close.to,
    );
  const items = elements.filter((each) => each.name === 'li' && !isNested(each));
  const bare = items
    .flatMap(({ open, close }) => [open, close])
    .toSorted((a, b) => b.from - a.from)
    .reduce((now, tag) => applyEdit(now, { ...tag, text: tag.closing ? '\n' : '' }), {
      text: inner,
      from: 0,
      to: 0,
    });
  // In an item of another list, its lines go on below those of that item.
  const isInItem = findElements(moment.text).some(
    (each) =>
      each.name === 'li' && each.open.from < list.open.from && list.close.to < each.close.to,
  );
  const text = (isInItem ? '\n' : '') + bare.text.trim().replace(/\s*\n\s*/g, '\n');
  const { from } = list.open;
  const after = moment.text.slice(0, from) + text + moment.text.slice(list.close.to);
  return { text: after, from, to: from + text.length };
}

/** A list of lines; a list of the other kind becomes this one, one of this kind lines again. */
export function toggleList(given: Moment, name: ListName): Moment {
  const moment = selectWhole(given);
  const lists = findElements(moment.text).filter(
    (each) => each.name === 'ul' || each.name === 'ol',
  );
  const list =
    enclosing(lists, moment) ??
    // The outermost of those that are selected ends last.
    lists.findLast(({ open, close }) => moment.from <= open.from && close.to <= moment.to);
  if (!list) return newList(moment, name);
  return list.name === name ? plainLines(moment, list) : renamed(moment, list, name);
}
