import type { Node } from 'prosemirror-model';
import {
  noteHtml,
  referenceHtml,
  SECTION_CLASS,
  SECTION_END,
  SECTION_START,
} from '../html/footnote-markup.ts';
import { type Extra, nodes, schema } from './schema.ts';
import { blocksFromHtml } from './slices.ts';

export function attribute(extra: Extra, name: string): string {
  return extra.find(([each]) => each === name)?.[1] ?? '';
}

export function isSection({ type, attrs }: Node): boolean {
  const isSectionTag = type === nodes.container && attrs.tag === 'section';
  return isSectionTag && SECTION_CLASS.test(attribute(attrs.extra, 'class'));
}

/** Only the first reference to a note has an id, to which the note links back. */
export function referenceNode(number: number, isFirst = true): Node {
  const text = blocksFromHtml(`<p>${referenceHtml(number)}</p>`)[0]?.firstChild as Node;
  if (isFirst) return text;
  const link = schema.mark('link', { href: `#fn${number}` });
  return text.mark(link.addToSet(text.marks));
}

export function sectionNode(number: number): Node {
  return blocksFromHtml(SECTION_START + noteHtml(number) + SECTION_END)[0] as Node;
}

export function noteNode(number: number): Node {
  return sectionNode(number).firstChild?.firstChild as Node;
}

/** Paragraphs of a note have tags, and the last one links back to the text. */
function withBackLink(blocks: readonly Node[], number: number): Node[] {
  const written = blocks.map((block) =>
    block.type === nodes.paragraph
      ? block.type.create({ ...block.attrs, bare: false }, block.content)
      : block,
  );
  const empty = noteNode(number).firstChild as Node;
  const back = empty.lastChild as Node;
  const last = written.at(-1);
  if (!last || last.type !== nodes.paragraph) return [...written, empty];
  const content = last.content.append(empty.type.create(null, [schema.text(' '), back]).content);
  return [...written.slice(0, -1), last.copy(content)];
}

export function filledSection(notes: readonly (readonly Node[])[], first: number): Node {
  const section = sectionNode(first);
  const list = section.firstChild as Node;
  const items = notes.map((blocks, index) => {
    const note = noteNode(first + index);
    return note.type.create(note.attrs, withBackLink(blocks, first + index));
  });
  return section.type.create(section.attrs, [list.type.create(list.attrs, items)]);
}
