import { applyEdit, differenceOf, type Edit, type TextState } from './text-edits.ts';

/** Pictures that were put into the text together. */
type Group = {
  /** The line break before the first of them, which goes if none of them arrives. */
  readonly lead: string;
  readonly waiting: Set<string>;
  arrived: boolean;
};

const MAX_NAME = 60;

/** A comment: wherever it ends up, no reader sees it. The last part makes it one that nobody types. */
function newToken(name: string): string {
  const shown = name
    .replace(/[<>\p{Cc}]/gu, '')
    .replace(/-{2,}/g, '-')
    .slice(0, MAX_NAME);
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `<!-- Uploading ${shown} … ${random.toString(36).padStart(7, '0')} -->`;
}

/** The part of the text that goes with a picture that does not arrive: its whole line, if it has one. */
function placeOf(text: string, at: number, token: string, lead: string): Edit {
  const end = at + token.length;
  const ownLine = at === 0 || text[at - 1] === '\n';
  const from = ownLine && lead !== '' && at > 0 ? at - 1 : at;
  return { from, to: ownLine && text[end] === '\n' ? end + 1 : end, text: '' };
}

/** Puts the picture, or nothing, in each place of a placeholder. */
function replaceToken(
  state: TextState,
  token: string,
  { picture, lead }: { picture: string | null; lead: string },
): TextState {
  let now = state;
  for (let at = now.text.indexOf(token); at !== -1; at = now.text.indexOf(token)) {
    const edit =
      picture === null
        ? placeOf(now.text, at, token, lead)
        : { from: at, to: at + token.length, text: picture };
    now = applyEdit(now, edit);
  }
  return now;
}

type Place = { readonly at: number; readonly end: number };

/** Every place of these in a text. */
function placesOf(text: string, tokens: Iterable<string>): Place[] {
  return [...tokens].flatMap((token) => {
    const places: Place[] = [];
    for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + 1)) {
      places.push({ at, end: at + token.length });
    }
    return places;
  });
}

/**
 * The edit that ends at the caret, as those of a writer do. Two placeholders begin alike: where the
 * first of them goes, the smallest difference reaches from the one into the other.
 */
function editAtCaret(before: string, after: TextState, smallest: Edit): Edit {
  const to = after.to - after.text.length + before.length;
  if (to < 0 || before.slice(to) !== after.text.slice(after.to)) return smallest;
  const from = Math.min(smallest.from, to, after.to);
  return { from, to, text: after.text.slice(from, after.to) };
}

function placesCut(places: readonly Place[], edit: Edit): Place[] {
  return places.filter(({ at, end }) => {
    const isGone = edit.from <= at && edit.to >= end;
    return edit.from < end && edit.to > at && !isGone;
  });
}

/** An edit that cuts into a placeholder takes the whole of it; what is typed into one is put behind it. */
function keepWhole(before: string, after: TextState, tokens: Iterable<string>): TextState {
  const places = placesOf(before, tokens);
  const smallest = differenceOf(before, after.text);
  if (placesCut(places, smallest).length === 0) return after;
  const edit = editAtCaret(before, after, smallest);
  const cut = placesCut(places, edit);
  if (cut.length === 0) return after;
  const start = Math.min(...cut.map(({ at }) => at));
  const end = Math.max(...cut.map((place) => place.end));
  const whole =
    edit.from === edit.to
      ? { from: end, to: end, text: edit.text }
      : { from: Math.min(edit.from, start), to: Math.max(edit.to, end), text: edit.text };
  const caret = whole.from + whole.text.length;
  const { text } = applyEdit({ text: before, from: 0, to: 0 }, whole);
  return { text, from: caret, to: caret };
}

/** What stands in the text for pictures that are on their way. */
export function createPlaceholders() {
  const groups = new Map<string, Group>();
  /** The picture of each that is settled, or nothing: one that was cut may be pasted later. */
  const settled = new Map<string, string | null>();

  const leadOf = (group: Group) => (group.arrived || group.waiting.size > 1 ? '' : group.lead);

  return {
    /** One for each name, to be put into the text behind `lead`, each with a line of its own. */
    reserve(names: readonly string[], lead: string): string[] {
      const tokens = names.map(newToken);
      const group = { lead, waiting: new Set(tokens), arrived: false };
      for (const token of tokens) groups.set(token, group);
      return tokens;
    },
    /** How a text changes, in which the placeholder may be: the picture is there, or will never be. */
    settle(token: string, picture: string | null): (state: TextState) => TextState {
      const group = groups.get(token);
      if (!group) return (state) => state;
      const lead = leadOf(group);
      groups.delete(token);
      settled.set(token, picture);
      group.waiting.delete(token);
      if (picture !== null) group.arrived = true;
      return (state) => replaceToken(state, token, { picture, lead });
    },
    /** After an edit: no part of a placeholder stays behind, and none that is settled comes back. */
    keepWhole(before: string, after: TextState): TextState {
      const whole = keepWhole(before, after, groups.keys());
      return [...settled].reduce(
        (now, [token, picture]) => replaceToken(now, token, { picture, lead: '' }),
        whole,
      );
    },
    areIn(text: string): boolean {
      return [...groups.keys()].some((token) => text.includes(token));
    },
    /** The text without pictures that have not arrived. */
    without(text: string): string {
      let now: TextState = { text, from: 0, to: 0 };
      for (const group of new Set(groups.values())) {
        const tokens = [...group.waiting].filter((token) => text.includes(token));
        for (const [index, token] of tokens.entries()) {
          const isLast = !group.arrived && index === tokens.length - 1;
          now = replaceToken(now, token, { picture: null, lead: isLast ? group.lead : '' });
        }
      }
      return now.text;
    },
  };
}

export type Placeholders = ReturnType<typeof createPlaceholders>;
