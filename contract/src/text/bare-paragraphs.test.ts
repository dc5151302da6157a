import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Group, groupTopLevel, type NodeReader } from './bare-paragraphs.ts';

/** A text, an element, or a comment without a tag. */
type Node =
  | { readonly text: string }
  | { readonly tag?: string; readonly children?: readonly Node[] };

const READER: NodeReader<Node> = {
  textOf: (node) => ('text' in node ? node.text : undefined),
  tagOf: (node) => ('tag' in node ? node.tag : undefined),
  childrenOf: (node) => ('children' in node ? (node.children ?? []) : []),
};

const COMMENT: Node = {};
const text = (value: string): Node => ({ text: value });
const element = (tag: string, ...children: Node[]): Node => ({ tag, children });

function write(node: Node): string {
  if ('text' in node) return node.text;
  return node.tag ? `<${node.tag}>` : '<!---->';
}

function show({ kind, pieces }: Group<Node>): string {
  const shown = pieces.map(({ node, text: range }) => write(node).slice(range?.start, range?.end));
  return `${kind}: ${shown.join('')}`;
}

function grouped(...nodes: Node[]): string[] {
  return groupTopLevel(nodes, READER).map(show);
}

test('blank lines separate paragraphs, line breaks do not', () => {
  expect(grouped(text('One\nline.\n\nTwo.\r\n \t\r\n\r\nThree.\n'))).toEqual([
    'paragraph: One\nline.',
    'space: \n\n',
    'paragraph: Two.',
    'space: \r\n \t\r\n\r\n',
    'paragraph: Three.',
    'space: \n',
  ]);
});

test('inline elements are part of the paragraph, and block elements end it', () => {
  expect(
    grouped(text('A '), element('b', text('c')), text('\n'), element('h2'), text('D')),
  ).toEqual(['paragraph: A <b>', 'space: \n', 'block: <h2>', 'paragraph: D']);
});

test('blank lines within an element separate nothing', () => {
  expect(grouped(element('em', text('a\n\nb')), text(' c'))).toEqual(['paragraph: <em> c']);
});

test.each([
  ['an image', element('img')],
  ['a line break', element('br')],
  ['a link around an image', element('a', text('\n'), element('img'))],
  ['a video with a text for old browsers', element('video', text('old'))],
  ['a non-breaking space', text('\u00a0')],
])('%s alone is no paragraph', (_what, node) => {
  const lone = `inline: ${write(node)}`;
  expect(grouped(node)).toEqual([lone]);
  expect(grouped(text('a\n\n'), node, text('\n\nb'))).toEqual([
    'paragraph: a',
    'space: \n\n',
    lone,
    'space: \n\n',
    'paragraph: b',
  ]);
});

test('what stands beside an inline element with a block in it stays where it is', () => {
  expect(grouped(text('a'), element('ins', element('p', text('b'))), text('c\n\nd'))).toEqual([
    'inline: a<ins>c',
    'space: \n\n',
    'paragraph: d',
  ]);
});

test('elements that nobody knows are inline', () => {
  expect(grouped(text('a '), element('x-y', text('b')))).toEqual(['paragraph: a <x-y>']);
});

test('a line of comments and scripts is blank, and they are nothing to see', () => {
  const script = element('script', text('1'));
  expect(grouped(text('a\n'), COMMENT, script, text('\nb'))).toEqual([
    'paragraph: a',
    'space: \n<!----><script>\n',
    'paragraph: b',
  ]);
  expect(grouped(COMMENT, script)).toEqual(['space: <!----><script>']);
  expect(grouped(text('a'), COMMENT, text('b'))).toEqual(['paragraph: a<!---->b']);
});

test('nothing at all has no groups', () => {
  expect(grouped()).toEqual([]);
  expect(grouped(text(''))).toEqual([]);
});

test('nesting deeper than the stack is read', () => {
  let deep = text('deep');
  for (let depth = 0; depth < 100_000; depth += 1) deep = element('b', deep);
  expect(grouped(deep)).toEqual(['paragraph: <b>']);
});

const anyText = fc
  .array(fc.constantFrom('a', ' ', '\n', '\n\n', '\r\n', '\t', '\u00a0', '\ufffc'), {
    maxLength: 8,
  })
  .map((parts) => text(parts.join('')));
const anyNode = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    anyText,
    fc.constant(COMMENT),
    fc
      .tuple(
        fc.constantFrom('b', 'a', 'p', 'img', 'br', 'script', 'video', 'x-y', 'td'),
        fc.array(tie('node'), { maxLength: 3 }),
      )
      .map(([tag, children]) => element(tag, ...children)),
  ),
})).node;

test('no node and no character is lost, added or moved', () => {
  fc.assert(
    fc.property(fc.array(anyNode, { maxLength: 12 }), (nodes) => {
      const groups = groupTopLevel(nodes, READER);
      const pieces = groups.flatMap((group) => group.pieces);
      const values = pieces.map(({ node, text: range }) =>
        write(node).slice(range?.start, range?.end),
      );
      expect(values.join('')).toBe(nodes.map(write).join(''));
      const elements = (all: readonly Node[]) => all.filter((node) => !('text' in node));
      expect(elements(pieces.map(({ node }) => node))).toEqual(elements(nodes));
    }),
  );
});

test('a paragraph has text, no blank line in its own text, and no space around', () => {
  fc.assert(
    fc.property(fc.array(anyNode, { maxLength: 12 }), (nodes) => {
      for (const { kind, pieces } of groupTopLevel(nodes, READER)) {
        if (kind !== 'paragraph') continue;
        const own = pieces.map(({ node, text: range }) =>
          'text' in node ? node.text.slice(range?.start, range?.end) : write(node),
        );
        const visible = own.join('').replaceAll(/<!---->|<script>/g, '');
        expect(visible).not.toMatch(/\n[ \t\r]*\n|^[ \t\n\r]|[ \t\n\r]$/);
      }
    }),
  );
});
