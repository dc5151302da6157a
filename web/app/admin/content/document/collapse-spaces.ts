import type { Node } from 'prosemirror-model';
import { schema } from './schema.ts';

/** Spaces at the edges of a block and beside line breaks are not shown, nor is a second in a row. */
export function collapseSpaces(content: readonly Node[]): Node[] {
  const result: Node[] = [];
  let endsWithSpace = true;
  for (const node of content) {
    let text = node.text ?? '';
    if (node.isText && endsWithSpace) text = text.replace(/^ +/, '');
    if (node.isText && text === '') continue;
    const previous = result.at(-1);
    if (node.type === schema.nodes.hard_break && previous?.text?.endsWith(' ')) {
      result.pop();
      const kept = previous.text.slice(0, -1);
      if (kept !== '') result.push(schema.text(kept, previous.marks));
    }
    result.push(node.isText ? schema.text(text, node.marks) : node);
    endsWithSpace = node.isText ? text.endsWith(' ') : node.type === schema.nodes.hard_break;
  }
  const last = result.at(-1);
  if (!last?.text?.endsWith(' ')) return result;
  const kept = last.text.slice(0, -1);
  return [...result.slice(0, -1), ...(kept === '' ? [] : [schema.text(kept, last.marks)])];
}
