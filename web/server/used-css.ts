/** Without these names in the page, a selector matches nothing. */
type Needed = { readonly classes: readonly string[]; readonly elements: readonly string[] };

/** One of the alternatives must match. A rule without alternatives is always used. */
type Rule = { readonly text: string; readonly anyOf: readonly Needed[] | undefined };

/** The selectors of a page's styles can match these. */
export type Names = {
  readonly classes: ReadonlySet<string>;
  readonly elements: ReadonlySet<string>;
};

const GROUP = /^@(?:media|supports|container|layer)\b/;

/** Splits where `separate` is true for a character that is in no string and in no brackets. */
function split(text: string, separate: (character: string, depth: number) => boolean): string[] {
  const parts: string[] = [];
  let [depth, start, quote] = [0, 0, ''];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else {
      if ('([{'.includes(character)) depth += 1;
      if (')]}'.includes(character)) depth -= 1;
      if (separate(character, depth)) {
        parts.push(text.slice(start, at + 1));
        start = at + 1;
      }
    }
  }
  return [...parts, text.slice(start)].filter((part) => part.trim() !== '');
}

/** Text in brackets is left out: it may be an alternative, or what must not match. */
function parseSelector(text: string): Needed {
  // An escaped name is not the one in the page.
  if (text.includes('\\')) return { classes: [], elements: [] };
  let plain = text;
  for (let outer = ''; outer !== plain; ) {
    outer = plain;
    plain = plain.replace(/\([^()]*\)|\[[^[\]]*\]/g, '');
  }
  plain = plain.replace(/::?[\w-]+/g, '');
  const namesBy = (pattern: RegExp) => [...plain.matchAll(pattern)].map(([, name]) => name ?? '');
  return {
    classes: namesBy(/\.([\w-]+)/g),
    elements: namesBy(/(?:^|[\s>+~])([a-z][a-z0-9-]*)/g),
  };
}

function parseRule(text: string): Rule {
  const start = text.slice(0, text.indexOf('{')).trim();
  if (GROUP.test(start)) {
    const inner = parseCss(text.slice(text.indexOf('{') + 1, -1));
    const anyOf = inner.flatMap(({ anyOf }) => anyOf ?? { classes: [], elements: [] });
    return { text, anyOf };
  }
  if (start.startsWith('@')) return { text, anyOf: undefined };
  const selectors = split(start, (character, depth) => depth === 0 && character === ',');
  return { text, anyOf: selectors.map(parseSelector) };
}

/** Reads a minified stylesheet without nested rules. */
export function parseCss(css: string): Rule[] {
  return split(css, (character, depth) => depth === 0 && ';}'.includes(character)).map(parseRule);
}

const named = (names: readonly string[], page: ReadonlySet<string>) =>
  names.every((name) => page.has(name));

/** Returns the rules that can match something in the page, whole and in their order. */
export function usedCss(rules: readonly Rule[], page: Names): string {
  const isUsed = ({ classes, elements }: Needed) =>
    named(classes, page.classes) && named(elements, page.elements);
  return rules
    .filter(({ anyOf }) => anyOf?.some(isUsed) ?? true)
    .map(({ text }) => text)
    .join('');
}

/** May return more names than the HTML has, since text is not told from markup. */
export function namesIn(html: string): Names {
  const classes = new Set<string>();
  // It ends at `<`, because a text may have such a beginning without an end.
  for (const [, names = ''] of html.matchAll(/\sclass="([^"<]*)/g))
    for (const name of names.split(/\s+/)) classes.add(name);
  const elements = new Set<string>();
  for (const [, name = ''] of html.matchAll(/<([a-zA-Z][\w-]*)/g)) elements.add(name.toLowerCase());
  return { classes, elements };
}
