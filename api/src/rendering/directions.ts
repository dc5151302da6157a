import type { Element, Nodes, Root } from 'hast';

type Direction = 'ltr' | 'rtl';

/** The letters that decide on a text's direction in the Unicode Bidirectional Algorithm. */
const STRONG = /[\p{L}\p{Nl}\u200e\u200f]/u;
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * List items are left out because their markers have room only on the side of their list, and cells because they are
 * aligned in columns: the stylesheet orders their words.
 */
const BLOCKS = new Set(
  'h1 h2 h3 h4 h5 h6 p div section article aside header footer address blockquote figure figcaption ul ol dl dt dd details summary caption'.split(
    ' ',
  ),
);

const ITEMS = new Set(['li', 'th', 'td']);

function directionOfText(text: string): Direction | undefined {
  const letter = STRONG.exec(text)?.[0];
  if (letter === undefined) return undefined;
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr';
}

/** `dir="auto"` does not look into these elements. */
function isIsolated({ tagName, properties }: Element): boolean {
  return properties.dir !== undefined || tagName === 'bdi' || tagName === 'pre';
}

/** Goes from the leaves upwards, so that each text is read once. */
function readDirections(node: Nodes, found: Map<Nodes, Direction>): Direction | undefined {
  if (node.type === 'text') return directionOfText(node.value);
  if (node.type !== 'element' && node.type !== 'root') return undefined;
  const [first] = node.children.map((child) => readDirections(child, found)).filter(Boolean);
  if (first) found.set(node, first);
  return node.type === 'element' && isIsolated(node) ? undefined : first;
}

function ownDirection(
  element: Element,
  parent: Root | Element,
  found: ReadonlyMap<Nodes, Direction>,
): Direction | undefined {
  // Code is read from the left, whatever its comments are written in.
  if (element.tagName === 'pre') return 'ltr';
  const isInItem = parent.type === 'element' && ITEMS.has(parent.tagName);
  if (isInItem && element.tagName === 'p') return undefined;
  return BLOCKS.has(element.tagName) ? found.get(element) : undefined;
}

function markBlocks(
  parent: Root | Element,
  inherited: Direction,
  found: ReadonlyMap<Nodes, Direction>,
): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const { dir } = child.properties;
    const written = dir === 'auto' ? (found.get(child) ?? 'ltr') : dir;
    const direction = (written ?? ownDirection(child, parent, found) ?? inherited) as Direction;
    const differs = direction !== inherited;
    // Without a `dir` of its own, the `dir="auto"` of the whole would look into it.
    const isCodeFromRight = child.tagName === 'pre' && found.get(child) === 'rtl';
    if (dir === undefined && (differs || isCodeFromRight)) child.properties.dir = direction;
    markBlocks(child, direction, found);
  }
}

/**
 * Each block is written from its own side. The whole content has `dir="auto"` in its page, or the direction of its
 * language, so only blocks of the other direction are marked: usually none.
 */
export function setDirections(tree: Root, visibleContent: string, ofLanguage?: Direction): void {
  if (ofLanguage !== 'rtl' && !RIGHT_TO_LEFT.test(visibleContent)) return;
  const found = new Map<Nodes, Direction>();
  const first = readDirections(tree, found);
  markBlocks(tree, ofLanguage ?? first ?? 'ltr', found);
}

/** The direction that `dir="auto"` would find; undefined for a text without letters. */
export function firstDirection(tree: Root): Direction | undefined {
  return readDirections(tree, new Map());
}
