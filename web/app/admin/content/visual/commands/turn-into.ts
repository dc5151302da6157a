import { Fragment, type Node } from 'prosemirror-model';
import { type Command, type EditorState, Selection } from 'prosemirror-state';
import { Transform } from 'prosemirror-transform';
import { classesOf, setClass } from '../../document/extra-classes.ts';
import { nodes, schema } from '../../document/schema.ts';
import { announce, positionOfBlock, selectedBlocks } from './block-commands.ts';

type Textblock = { readonly name: 'paragraph' | 'heading' | 'code_block'; readonly level?: number };
type List = { readonly name: 'bullet_list' | 'ordered_list' };
type Wrapper = { readonly name: 'blockquote' | 'container'; readonly class?: string };
type Target = { readonly label: string } & (
  | { readonly textblock: Textblock }
  | { readonly list: List }
  | { readonly wrapper: Wrapper }
);

export const TARGETS: readonly Target[] = [
  { label: 'Paragraph', textblock: { name: 'paragraph' } },
  { label: 'Heading 2', textblock: { name: 'heading', level: 2 } },
  { label: 'Heading 3', textblock: { name: 'heading', level: 3 } },
  { label: 'Heading 4', textblock: { name: 'heading', level: 4 } },
  { label: 'Bullet list', list: { name: 'bullet_list' } },
  { label: 'Numbered list', list: { name: 'ordered_list' } },
  { label: 'Quote', wrapper: { name: 'blockquote' } },
  { label: 'Pull quote', wrapper: { name: 'blockquote', class: 'pull' } },
  { label: 'Code', textblock: { name: 'code_block' } },
  { label: 'Note', wrapper: { name: 'container', class: 'note' } },
];

function isList({ type }: Node): boolean {
  return type === nodes.bullet_list || type === nodes.ordered_list;
}

function isWrapper({ type, attrs }: Node): boolean {
  const isNote = attrs.tag === 'aside' && classesOf(attrs.extra).includes('note');
  return type === nodes.blockquote || (type === nodes.container && isNote);
}

/** A caption would lose its picture. */
function isText({ isTextblock, type }: Node): boolean {
  return isTextblock && type !== nodes.figure;
}

/** Null if something would be lost. */
function partsOf(block: Node): readonly Node[] | null {
  if (isText(block)) return [block];
  if (isWrapper(block)) return block.children;
  if (!isList(block)) return null;
  return block.children.flatMap((item) => item.children);
}

function textsOf(parts: readonly Node[]): Node[] | null {
  const texts: Node[] = [];
  for (const part of parts) {
    const inner = isText(part) ? [part] : isList(part) && textsOf(partsOf(part) ?? []);
    if (!inner) return null;
    texts.push(...inner);
  }
  return texts;
}

/** Line breaks in code become those of a text, and the other way round. */
function toTextblock(node: Node, { name, ...attrs }: Textblock): Node {
  const doc = schema.node('doc', null, [node]);
  const { extra, origin } = node.attrs;
  const changed = new Transform(doc).setBlockType(0, doc.content.size, nodes[name], {
    ...attrs,
    extra,
    origin,
  });
  return changed.doc.child(0);
}

function joinedCode(texts: readonly Node[]): Node {
  const lines = texts.map((text) => toTextblock(text, { name: 'code_block' }).textContent);
  const code = lines.join('\n');
  return schema.node('code_block', null, code === '' ? [] : [schema.text(code)]);
}

function toTexts(block: Node, target: Textblock): Node[] | null {
  const parts = partsOf(block);
  const texts = parts && textsOf(parts);
  if (!texts) return null;
  const [only] = texts;
  if (only === block) return [toTextblock(only, target)];
  if (target.name === 'code_block') return [joinedCode(texts)];
  if (target.name === 'heading') return null;
  // The blocks in a quote stay as they are; only the quote is removed.
  if (isWrapper(block)) return [...(parts ?? [])];
  return texts.map((text) => toTextblock(text, target));
}

function toList(block: Node, { name }: List): Node[] | null {
  const { origin, extra } = block.attrs;
  if (isList(block)) return [schema.node(name, { origin, extra }, block.content)];
  const parts = partsOf(block);
  if (!parts?.every(isText)) return null;
  const items = parts.map((part) =>
    schema.node('list_item', null, [toTextblock(part, { name: 'paragraph' })]),
  );
  return [schema.node(name, { origin }, items)];
}

function toWrapper(block: Node, target: Wrapper): Node[] | null {
  const inner = isWrapper(block) ? block.content : Fragment.from(block);
  if (!isWrapper(block) && !partsOf(block)) return null;
  const { origin } = block.attrs;
  const extra = target.class ? setClass([], target.class, true) : [];
  const attrs = target.name === 'container' ? { origin, extra, tag: 'aside' } : { origin, extra };
  return [schema.node(target.name, attrs, inner)];
}

/** Null if that is not possible, or if the block is already one. */
function turnedInto(block: Node, target: Target): Node[] | null {
  const turned = (() => {
    if ('textblock' in target) return toTexts(block, target.textblock);
    return 'list' in target ? toList(block, target.list) : toWrapper(block, target.wrapper);
  })();
  return turned?.length === 1 && turned[0]?.eq(block) ? null : turned;
}

export function turnInto(target: Target): Command {
  return (state, dispatch) => {
    const { doc, tr } = state;
    const { first, last } = selectedBlocks(state);
    const blocks = doc.children.slice(first, last + 1);
    const turned = blocks.map((block) => turnedInto(block, target));
    if (!turned.some(Boolean)) return false;
    const start = positionOfBlock(doc, first);
    const content = turned.flatMap((made, index) => made ?? [blocks[index] as Node]);
    tr.replaceWith(start, positionOfBlock(doc, last + 1), content);
    tr.setSelection(Selection.near(tr.doc.resolve(start), 1));
    announce(tr, `Turned into: ${target.label}`);
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

export function possibleTargets(state: EditorState): Target[] {
  return TARGETS.filter((target) => turnInto(target)(state));
}
