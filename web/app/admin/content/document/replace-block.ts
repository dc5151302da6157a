import type { Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import { schema } from './schema.ts';

/** Puts blocks in the place of one. Without any it is removed, and its parent never left empty. */
export function replaceBlock(
  tr: Transaction,
  position: number,
  size: number,
  blocks: readonly Node[],
): Transaction {
  const place = tr.doc.resolve(position);
  const index = place.index();
  const isRemovable = place.parent.canReplace(index, index + 1);
  const nodes = blocks.length > 0 || isRemovable ? blocks : [schema.node('paragraph')];
  return tr.replaceWith(position, position + size, nodes);
}
