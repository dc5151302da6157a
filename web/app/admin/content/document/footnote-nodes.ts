import type { Node } from 'prosemirror-model';
import { noteHtml, referenceHtml, SECTION_END, SECTION_START } from '../html/footnote-markup.ts';
import { schema } from './schema.ts';
import { blocksFromHtml } from './slices.ts';

/** The number in the text. Only one reference to a note has an id, to which the note leads back. */
export function referenceNode(number: number, isFirst = true): Node {
  const text = blocksFromHtml(`<p>${referenceHtml(number)}</p>`)[0]?.firstChild as Node;
  if (isFirst) return text;
  const link = schema.mark('link', { href: `#fn${number}` });
  return text.mark(link.addToSet(text.marks));
}

/** With an empty note. */
export function sectionNode(number: number): Node {
  return blocksFromHtml(SECTION_START + noteHtml(number) + SECTION_END)[0] as Node;
}

export function noteNode(number: number): Node {
  return sectionNode(number).firstChild?.firstChild as Node;
}

const PARAGRAPH = schema.nodes.paragraph;

/** In a note, paragraphs have tags, and the last one leads back to the text. */
function withBackLink(blocks: readonly Node[], number: number): Node[] {
  const written = blocks.map((block) =>
    block.type === PARAGRAPH
      ? block.type.create({ ...block.attrs, bare: false }, block.content)
      : block,
  );
  const empty = noteNode(number).firstChild as Node;
  const back = empty.lastChild as Node;
  const last = written.at(-1);
  if (!last || last.type !== PARAGRAPH) return [...written, empty];
  const content = last.content.append(empty.type.create(null, [schema.text(' '), back]).content);
  return [...written.slice(0, -1), last.copy(content)];
}

/** Notes with these blocks, numbered from the first on. */
export function filledSection(notes: readonly (readonly Node[])[], first: number): Node {
  const section = sectionNode(first);
  const list = section.firstChild as Node;
  const items = notes.map((blocks, index) => {
    const note = noteNode(first + index);
    return note.type.create(note.attrs, withBackLink(blocks, first + index));
  });
  return section.type.create(section.attrs, [list.type.create(list.attrs, items)]);
}
