// This is the one rule for bare text at the top level of a post, for the renderer and the visual editor. The renderer
// groups sanitised HTML, the editor HTML as written. They agree as long as the elements that the sanitiser unwraps
// (unknown ones and `font`, `center`, `form`, ...) have no blank line in them.

/** The sanitiser removes these together with their content, which is not prose. */
export const HIDDEN_TAGS: ReadonlySet<string> = new Set(
  'script style template textarea option noscript noembed noframes xmp plaintext title svg math object applet'.split(
    ' ',
  ),
);

/** A paragraph cannot contain these: by the HTML standard their start tags end it, or a table does. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  [
    'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption',
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p pre',
    'search section summary ul table caption colgroup col thead tbody tfoot tr th td',
  ]
    .join(' ')
    .split(' '),
);

/** Text in them is only shown by browsers that do not know them. */
const MEDIA_TAGS: ReadonlySet<string> = new Set(['audio', 'iframe', 'picture', 'video']);

export type NodeReader<Node> = {
  /** Undefined unless it is a text node. */
  readonly textOf: (node: Node) => string | undefined;
  /** The lower-case name of an element; undefined for a comment. */
  readonly tagOf: (node: Node) => string | undefined;
  readonly childrenOf: (node: Node) => readonly Node[];
};

/** A whole node, or the part of a text node between two offsets in its value. */
export type Piece<Node> = {
  readonly node: Node;
  readonly text?: { readonly start: number; readonly end: number };
};

export type Group<Node> = {
  /**
   * `block`: one block element.
   * `paragraph`: bare text with inline elements, without blank lines; shown as a paragraph.
   * `inline`: inline elements without text, like a lone image, or with a block element inside.
   * `space`: white space, comments and hidden elements.
   */
  readonly kind: 'block' | 'paragraph' | 'inline' | 'space';
  readonly pieces: readonly Piece<Node>[];
};

type Content = { readonly hasText: boolean; readonly hasBlock: boolean };

/** `value` is the text of a text node, one character for an element, and empty for anything hidden. */
type Inline<Node> = {
  readonly node: Node;
  readonly value: string;
  readonly isText: boolean;
  readonly content: Content;
};

/** Stands for an inline element in the text of a run. */
const ELEMENT = '\ufffc';
const SPACE = ' \t\n\f\r';
const EMPTY: Content = { hasText: false, hasBlock: false };

/** Iterative, because what is written may be nested deeper than the stack. */
function contentOf<Node>(element: Node, read: NodeReader<Node>): Content {
  let hasText = false;
  const open = [{ node: element, isShown: true }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const tag = read.tagOf(next.node);
    if (tag === undefined) {
      hasText ||= next.isShown && /\S/.test(read.textOf(next.node) ?? '');
    } else if (BLOCK_TAGS.has(tag)) {
      return { hasText, hasBlock: true };
    } else if (!HIDDEN_TAGS.has(tag)) {
      const isShown = next.isShown && !MEDIA_TAGS.has(tag);
      for (const child of read.childrenOf(next.node)) open.push({ node: child, isShown });
    }
  }
  return { hasText, hasBlock: false };
}

function contentOfText(text: string): Content {
  return { hasText: /\S/.test(text), hasBlock: false };
}

/** Undefined for a block element. */
function readInline<Node>(node: Node, read: NodeReader<Node>): Inline<Node> | undefined {
  const text = read.textOf(node);
  if (text !== undefined) return { node, value: text, isText: true, content: EMPTY };
  const tag = read.tagOf(node);
  if (tag === undefined || HIDDEN_TAGS.has(tag))
    return { node, value: '', isText: false, content: EMPTY };
  if (BLOCK_TAGS.has(tag)) return undefined;
  return { node, value: ELEMENT, isText: false, content: contentOf(node, read) };
}

/** A line with nothing but comments and hidden elements is blank, because they have no characters here. */
const BLANK_LINES = /\n(?:[ \t\f\r]*\n)+/g;

/** A range ends before the offset `to`, and begins where the one before it ends. */
type Range = { readonly to: number; readonly isSpace: boolean };

/** Splits at blank lines. White space at the ends of a part does not belong to it. */
function rangesOf(text: string): Range[] {
  const ranges: Range[] = [];
  const addPart = (start: number, end: number) => {
    let [from, to] = [start, end];
    while (from < to && SPACE.includes(text.charAt(from))) from += 1;
    while (from < to && SPACE.includes(text.charAt(to - 1))) to -= 1;
    if (from > 0) ranges.push({ to: from, isSpace: true });
    if (from < to) ranges.push({ to, isSpace: false });
  };
  let start = 0;
  for (const { 0: blank, index } of text.matchAll(BLANK_LINES)) {
    addPart(start, index);
    start = index + blank.length;
  }
  addPart(start, text.length);
  ranges.push({ to: text.length, isSpace: true });
  return ranges;
}

type Collected<Node> = { readonly pieces: Piece<Node>[]; hasText: boolean; hasBlock: boolean };

/** Nodes without characters belong to the range of what follows them. */
function collect<Node>(run: readonly Inline<Node>[], ranges: readonly Range[]): Collected<Node>[] {
  const collected = ranges.map(() => ({ pieces: [], hasText: false, hasBlock: false }));
  let current = 0;
  const add = (piece: Piece<Node>, { hasText, hasBlock }: Content) => {
    const into = collected[current] as Collected<Node>;
    into.pieces.push(piece);
    into.hasText ||= hasText;
    into.hasBlock ||= hasBlock;
  };
  const endOf = (range: number) => ranges[range]?.to ?? Number.POSITIVE_INFINITY;
  let begin = 0;
  for (const { node, value, isText, content } of run) {
    const end = begin + value.length;
    for (let at = begin; at < end || !isText; ) {
      while (current < ranges.length - 1 && endOf(current) <= at) current += 1;
      if (!isText) {
        add({ node }, content);
        break;
      }
      const to = Math.min(end, endOf(current));
      const text = { start: at - begin, end: to - begin };
      add({ node, text }, contentOfText(value.slice(text.start, text.end)));
      at = to;
    }
    begin = end;
  }
  return collected;
}

/** A run has neighbouring nodes that are no block elements. */
function groupRun<Node>(run: readonly Inline<Node>[]): Group<Node>[] {
  const ranges = rangesOf(run.map(({ value }) => value).join(''));
  return collect(run, ranges).flatMap(({ pieces, hasText, hasBlock }, index) => {
    if (pieces.length === 0) return [];
    if (ranges[index]?.isSpace) return { kind: 'space', pieces };
    return { kind: hasText && !hasBlock ? 'paragraph' : 'inline', pieces };
  });
}

/** The pieces of the groups, in order, are the given nodes without empty text. */
export function groupTopLevel<Node>(nodes: readonly Node[], read: NodeReader<Node>): Group<Node>[] {
  const groups: Group<Node>[] = [];
  let run: Inline<Node>[] = [];
  const endRun = () => {
    if (run.length > 0) for (const group of groupRun(run)) groups.push(group);
    run = [];
  };
  for (const node of nodes) {
    const inline = readInline(node, read);
    if (inline) {
      run.push(inline);
      continue;
    }
    endRun();
    groups.push({ kind: 'block', pieces: [{ node }] });
  }
  endRun();
  return groups;
}
