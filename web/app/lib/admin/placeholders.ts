import { applyEdit, differenceOf, type Edit, type TextState } from './text-edits.ts';

/** Images that were inserted together. */
type Group = {
  /** The line break before the first image, removed if no upload succeeds. */
  readonly lead: string;
  readonly pending: Set<string>;
  hasImage: boolean;
};

const MAX_NAME = 60;

/** An HTML comment, invisible if it were published. The random part makes it unique. */
function newToken(name: string): string {
  const shown = name
    .replace(/[<>\p{Cc}]/gu, '')
    .replace(/-{2,}/g, '-')
    .slice(0, MAX_NAME);
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `<!-- Uploading ${shown} … ${random.toString(36).padStart(7, '0')} -->`;
}

/** The name of the file that a token stands for. */
export function nameOfToken(token: string): string | undefined {
  return /^<!-- Uploading (.*) … \w+ -->$/.exec(token)?.[1];
}

/** Removes the placeholder of a failed upload, with its line if it is alone on it. */
function removalOf(text: string, at: number, token: string, lead: string): Edit {
  const end = at + token.length;
  const ownLine = at === 0 || text[at - 1] === '\n';
  const from = ownLine && lead !== '' && at > 0 ? at - 1 : at;
  return { from, to: ownLine && text[end] === '\n' ? end + 1 : end, text: '' };
}

/** Replaces every occurrence of a placeholder. */
function replaceToken(
  state: TextState,
  token: string,
  { image, lead }: { image: string | null; lead: string },
): TextState {
  let now = state;
  for (let at = now.text.indexOf(token); at !== -1; at = now.text.indexOf(token)) {
    const edit =
      image === null
        ? removalOf(now.text, at, token, lead)
        : { from: at, to: at + token.length, text: image };
    now = applyEdit(now, edit);
  }
  return now;
}

type Range = { readonly at: number; readonly end: number };

function rangesOf(text: string, tokens: Iterable<string>): Range[] {
  return [...tokens].flatMap((token) => {
    const ranges: Range[] = [];
    for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + 1)) {
      ranges.push({ at, end: at + token.length });
    }
    return ranges;
  });
}

/**
 * The edit that ends at the caret. Why not the smallest difference: placeholders start alike, so
 * when one is deleted, that difference reaches into the next one.
 */
function editAtCaret(before: string, after: TextState, smallest: Edit): Edit {
  const to = after.to - after.text.length + before.length;
  if (to < 0 || before.slice(to) !== after.text.slice(after.to)) return smallest;
  const from = Math.min(smallest.from, to, after.to);
  return { from, to, text: after.text.slice(from, after.to) };
}

function rangesCutBy(ranges: readonly Range[], edit: Edit): Range[] {
  return ranges.filter(({ at, end }) => {
    const isRemoved = edit.from <= at && edit.to >= end;
    return edit.from < end && edit.to > at && !isRemoved;
  });
}

/** Deleting part of a placeholder deletes all of it; text typed into one is moved behind it. */
function expandEdit(before: string, after: TextState, tokens: Iterable<string>): TextState {
  const ranges = rangesOf(before, tokens);
  const smallest = differenceOf(before, after.text);
  if (rangesCutBy(ranges, smallest).length === 0) return after;
  const edit = editAtCaret(before, after, smallest);
  const cut = rangesCutBy(ranges, edit);
  if (cut.length === 0) return after;
  const start = Math.min(...cut.map(({ at }) => at));
  const end = Math.max(...cut.map((range) => range.end));
  const expanded =
    edit.from === edit.to
      ? { from: end, to: end, text: edit.text }
      : { from: Math.min(edit.from, start), to: Math.max(edit.to, end), text: edit.text };
  const caret = expanded.from + expanded.text.length;
  const { text } = applyEdit({ text: before, from: 0, to: 0 }, expanded);
  return { text, from: caret, to: caret };
}

/** Placeholders in the text for images that are being uploaded. */
export function createPlaceholders() {
  const groups = new Map<string, Group>();
  /** The images of finished uploads, null after a failure: a cut placeholder may be pasted later. */
  const resolved = new Map<string, string | null>();
  /** What is being uploaded. */
  const files = new Map<string, File>();

  const leadOf = (group: Group) => (group.hasImage || group.pending.size > 1 ? '' : group.lead);

  return {
    /** To be inserted after `lead`, each on its own line. */
    create(names: readonly string[], lead: string, sent: readonly File[] = []): string[] {
      const tokens = names.map(newToken);
      for (const [index, file] of sent.entries()) files.set(tokens[index] ?? '', file);
      const group = { lead, pending: new Set(tokens), hasImage: false };
      for (const token of tokens) groups.set(token, group);
      return tokens;
    },
    /** Returns the change that replaces the placeholder; the image is null after a failed upload. */
    resolve(token: string, image: string | null): (state: TextState) => TextState {
      const group = groups.get(token);
      if (!group) return (state) => state;
      const lead = leadOf(group);
      groups.delete(token);
      files.delete(token);
      resolved.set(token, image);
      group.pending.delete(token);
      if (image !== null) group.hasImage = true;
      return (state) => replaceToken(state, token, { image, lead });
    },
    /** Corrects an edit that cuts into a placeholder or pastes a resolved one. */
    reviewEdit(before: string, after: TextState): TextState {
      const expanded = expandEdit(before, after, groups.keys());
      return [...resolved].reduce(
        (now, [token, image]) => replaceToken(now, token, { image, lead: '' }),
        expanded,
      );
    },
    isPending: (token: string) => groups.has(token),
    fileOf: (token: string) => files.get(token),
    /** The image of a finished upload, null after a failed one, undefined while it runs. */
    resultOf: (token: string) => resolved.get(token),
    hasPending(text: string): boolean {
      return [...groups.keys()].some((token) => text.includes(token));
    },
    removePending(text: string): string {
      let now: TextState = { text, from: 0, to: 0 };
      for (const group of new Set(groups.values())) {
        const tokens = [...group.pending].filter((token) => text.includes(token));
        for (const [index, token] of tokens.entries()) {
          const isLast = !group.hasImage && index === tokens.length - 1;
          now = replaceToken(now, token, { image: null, lead: isLast ? group.lead : '' });
        }
      }
      return now.text;
    },
  };
}

export type Placeholders = ReturnType<typeof createPlaceholders>;
