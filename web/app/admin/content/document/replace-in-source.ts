import { escapeText } from '@longhand/contract/search';
import { TooComplexError } from '../html/bounded-html.ts';
import type { Range } from '../html/html-tags.ts';
import { type ChildNode, isElement, isText, parseHtml, parseWithPositions } from './parse-html.ts';

/** A character that is shown, and where it stands in the source. */
type Placed = Range & { readonly character: string };

/** An entity, or one character. */
const WRITTEN = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);?|[\s\S]/gi;

function decoded(written: string): string {
  if (written.length === 1) return written;
  const [node] = parseHtml(written);
  return node && isText(node) ? node.value : '';
}

/** Null if the parser has read it otherwise. */
function charactersOf(node: ChildNode, source: string): Placed[] | null {
  if (isElement(node)) return join(node.childNodes, source);
  if (!isText(node)) return [];
  const { startOffset, endOffset } = node.sourceCodeLocation ?? { startOffset: 0, endOffset: 0 };
  const placed: Placed[] = [];
  for (const { 0: written, index } of source.slice(startOffset, endOffset).matchAll(WRITTEN)) {
    const from = startOffset + index;
    for (const character of decoded(written).split(''))
      placed.push({ character, from, to: from + written.length });
  }
  return placed.map(({ character }) => character).join('') === node.value ? placed : null;
}

function join(nodes: readonly ChildNode[], source: string): Placed[] | null {
  const placed: Placed[] = [];
  for (const node of nodes) {
    const own = charactersOf(node, source);
    if (!own) return null;
    // One by one: a long text has more than a call may have arguments.
    for (const character of own) placed.push(character);
  }
  return placed;
}

const SPACE = /[ \t\n\f\r]/;

function isSpace(placed: Placed | undefined): boolean {
  return placed !== undefined && SPACE.test(placed.character);
}

/** The places of the characters that are shown, of which some stand for several spaces. */
function align(shown: string, written: readonly Placed[]): Placed[] | null {
  const placed: Placed[] = [];
  let at = 0;
  for (const character of shown.split('')) {
    const isShownSpace = SPACE.test(character);
    while (!isShownSpace && isSpace(written[at])) at += 1;
    const first = written[at];
    if (!first || !(first.character === character || (character === ' ' && isSpace(first))))
      return null;
    at += 1;
    let { to } = first;
    while (character === ' ' && isSpace(written[at]) && written[at]?.from === to) {
      to = written[at]?.to ?? to;
      at += 1;
    }
    placed.push({ character, from: first.from, to });
  }
  return written.slice(at).some((rest) => !isSpace(rest)) ? null : placed;
}

/** The parts of the source with these characters; tags are between them. */
function runsOf(placed: readonly Placed[]): Range[] {
  const runs: Range[] = [];
  for (const { from, to } of placed) {
    const last = runs.at(-1);
    if (last && last.to >= from) runs[runs.length - 1] = { from: last.from, to };
    else runs.push({ from, to });
  }
  return runs;
}

/**
 * Replaces ranges of the text that a block shows in its source, without changing another byte. Null if the
 * places are not known.
 */
export function replaceInSource(
  source: string,
  shown: string,
  ranges: readonly Range[],
  text: string,
): string | null {
  try {
    const written = join(parseWithPositions(source), source);
    const placed = written && align(shown, written);
    if (!placed) return null;
    const html = escapeText(text).replaceAll('\u00a0', '&nbsp;');
    return ranges.toReversed().reduce((result, { from, to }) => {
      const [first, ...rest] = runsOf(placed.slice(from, to));
      if (!first) return result;
      const without = rest
        .toReversed()
        .reduce((now, run) => now.slice(0, run.from) + now.slice(run.to), result);
      return without.slice(0, first.from) + html + without.slice(first.to);
    }, source);
  } catch (error) {
    if (error instanceof TooComplexError) return null;
    throw error;
  }
}
