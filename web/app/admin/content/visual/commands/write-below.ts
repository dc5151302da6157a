import { TextSelection, type Transaction } from 'prosemirror-state';
import { schema } from '../../document/schema.ts';

/** Puts the caret into an empty paragraph at a position between blocks: the one that is there, or a new one. */
export function writeBelow(tr: Transaction, position: number): Transaction {
  const { nodeAfter } = tr.doc.resolve(position);
  const isFree = nodeAfter?.type.name === 'paragraph' && nodeAfter.content.size === 0;
  if (!isFree) tr.insert(position, schema.node('paragraph'));
  return tr.setSelection(TextSelection.create(tr.doc, position + 1)).scrollIntoView();
}
