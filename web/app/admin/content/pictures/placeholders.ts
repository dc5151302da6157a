import type { Range } from '../html/html-tags.ts';
import {
  applyEdit,
  differenceOf,
  type Edit,
  replaceRange,
  type TextState,
} from '../html/text-edits.ts';

type Group = {
  /** The line break before the first image, removed if no upload succeeds. */
  readonly lead: string;
  pending: number;
  hasImage: boolean;
};

const MAX_NAME = 60;

/** An HTML comment would be invisible if it were published. The random part makes it unique. */
function newToken(name: string): string {
  const shown = name
    .replace(/[<>\p{Cc}]/gu, '')
    .replace(/-{2,}/g, '-')
    .slice(0, MAX_NAME);
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `<!-- Uploading ${shown} … ${random.toString(36).padStart(7, '0')} -->`;
}

export function nameOfToken(token: string): string | undefined {
  return /^<!-- Uploading (.*) … \w+ -->$/.exec(token)?.[1];
}

/** Removes the placeholder of a failed upload, with its line if it is alone on it. */
function removalOf(text: string, { from, to }: Range, lead: string): Edit {
  const isOnNewLine = from === 0 || text[from - 1] === '\n';
  return {
    from: isOnNewLine && lead !== '' && from > 0 ? from - 1 : from,
    to: isOnNewLine && text[to] === '\n' ? to + 1 : to,
    text: '',
  };
}

function rangesOf(text: string, token: string): Range[] {
  const ranges: Range[] = [];
  for (let from = text.indexOf(token); from !== -1; from = text.indexOf(token, from + 1))
    ranges.push({ from, to: from + token.length });
  return ranges;
}

function replaceToken(
  state: TextState,
  token: string,
  { image, lead }: { image: string | null; lead: string },
): TextState {
  let now = state;
  for (let [range] = rangesOf(now.text, token); range; [range] = rangesOf(now.text, token)) {
    const edit = image === null ? removalOf(now.text, range, lead) : { ...range, text: image };
    now = applyEdit(now, edit);
  }
  return now;
}

/**
 * Why not the smallest difference: placeholders start alike, so when one is deleted, that
 * difference reaches into the next one.
 */
function editAtCaret(before: string, after: TextState, smallest: Edit): Edit {
  const to = after.to - after.text.length + before.length;
  if (to < 0 || before.slice(to) !== after.text.slice(after.to)) return smallest;
  const from = Math.min(smallest.from, to, after.to);
  return { from, to, text: after.text.slice(from, after.to) };
}

function rangesCutBy(ranges: readonly Range[], edit: Edit): Range[] {
  return ranges.filter(({ from, to }) => {
    const isRemoved = edit.from <= from && edit.to >= to;
    return edit.from < to && edit.to > from && !isRemoved;
  });
}

/** Deleting part of a placeholder deletes all of it; text typed into one is moved behind it. */
function expandEdit(before: string, after: TextState, tokens: Iterable<string>): TextState {
  const ranges = [...tokens].flatMap((token) => rangesOf(before, token));
  const smallest = differenceOf(before, after.text);
  if (rangesCutBy(ranges, smallest).length === 0) return after;
  const edit = editAtCaret(before, after, smallest);
  const cut = rangesCutBy(ranges, edit);
  if (cut.length === 0) return after;
  const start = Math.min(...cut.map(({ from }) => from));
  const end = Math.max(...cut.map(({ to }) => to));
  const expanded =
    edit.from === edit.to
      ? { from: end, to: end }
      : { from: Math.min(edit.from, start), to: Math.max(edit.to, end) };
  return replaceRange(before, expanded, [edit.text, '', '']);
}

/** Placeholders stand in the text for images that are being uploaded. */
export function createPlaceholders() {
  const pending = new Map<string, { readonly file: File; readonly group: Group }>();
  /** The images of finished uploads, null after a failure: a cut placeholder may be pasted later. */
  const resolved = new Map<string, string | null>();

  return {
    create(files: readonly File[], lead: string): string[] {
      const group = { lead, pending: files.length, hasImage: false };
      return files.map((file) => {
        const token = newToken(file.name);
        pending.set(token, { file, group });
        return token;
      });
    },
    /** Returns a change that replaces the placeholder; `image` is null after a failed upload. */
    resolve(token: string, image: string | null): (state: TextState) => TextState {
      const group = pending.get(token)?.group;
      if (!group) return (state) => state;
      pending.delete(token);
      resolved.set(token, image);
      group.pending -= 1;
      if (image !== null) group.hasImage = true;
      const lead = group.hasImage || group.pending > 0 ? '' : group.lead;
      return (state) => replaceToken(state, token, { image, lead });
    },
    /** Corrects an edit that cuts into a placeholder or pastes a resolved one. */
    reviewEdit(before: string, after: TextState): TextState {
      const expanded = expandEdit(before, after, pending.keys());
      return [...resolved].reduce(
        (now, [token, image]) => replaceToken(now, token, { image, lead: '' }),
        expanded,
      );
    },
    isPending: (token: string) => pending.has(token),
    fileOf: (token: string) => pending.get(token)?.file,
    /** Null after a failed upload; undefined while it runs. */
    resultOf: (token: string) => resolved.get(token),
    hasPending(text: string): boolean {
      return [...pending.keys()].some((token) => text.includes(token));
    },
    removePending(text: string): string {
      let now: TextState = { text, from: 0, to: 0 };
      const removed = [...pending].filter(([token]) => text.includes(token));
      for (const [index, [token, { group }]] of removed.entries()) {
        const isLast = !group.hasImage && removed[index + 1]?.[1].group !== group;
        now = replaceToken(now, token, { image: null, lead: isLast ? group.lead : '' });
      }
      return now.text;
    },
  };
}

export type Placeholders = ReturnType<typeof createPlaceholders>;
