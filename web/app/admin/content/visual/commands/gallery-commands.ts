import { Fragment, type Node, type ResolvedPos } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  type Transaction,
} from 'prosemirror-state';
import { schema } from '../../document/schema.ts';
import { announce } from './announcement.ts';

function isFigure({ type }: Node): boolean {
  return type.name === 'figure';
}

export function isInGallery({ parent }: ResolvedPos): boolean {
  return parent.type.name === 'gallery';
}

/** In a gallery a picture has a figure of its own, and no origin in the text. */
function asMember({ type, attrs, content }: Node): Node {
  return type.create({ ...attrs, origin: null, wrapped: true }, content);
}

type Run = { readonly from: number; readonly figures: Node[] };

function endOf({ from, figures }: Run): number {
  return from + Fragment.from(figures).size;
}

/** Figures with one of these addresses that follow each other at the top level. */
function runOf(doc: Node, sources: ReadonlySet<string>): Run | null {
  let run: Run | null = null;
  doc.forEach((node, from) => {
    const isOne = isFigure(node) && sources.has(node.attrs.src);
    if (run && run.figures.length > 1 && endOf(run) !== from) return;
    if (!isOne) return;
    if (run && endOf(run) === from) run.figures.push(node);
    else run = { from, figures: [node] };
  });
  return run;
}

/** Makes a gallery of pictures that follow each other. The caret stays where it is. */
export function gatherPictures(sources: ReadonlySet<string>): Command {
  return ({ doc, tr }, dispatch) => {
    const run = runOf(doc, sources);
    if (!run || run.figures.length < 2) return false;
    const gallery = schema.node('gallery', null, run.figures.map(asMember));
    tr.replaceWith(run.from, endOf(run), gallery);
    dispatch?.(announce(tr, `A gallery of ${run.figures.length} pictures`));
    return true;
  };
}

/** The pictures of the gallery at a position, one below the other. */
export function scatterPictures(tr: Transaction, position: number): Transaction {
  const gallery = tr.doc.nodeAt(position);
  if (!gallery) return tr;
  return tr.replaceWith(position, position + gallery.nodeSize, gallery.children);
}

/** Removes a picture, and a gallery with its last one. */
export function removePicture(tr: Transaction, position: number): Transaction {
  const $position = tr.doc.resolve(position);
  const isLast = isInGallery($position) && $position.parent.childCount === 1;
  const from = isLast ? $position.before() : position;
  const node = tr.doc.nodeAt(from);
  const to = from + (node?.nodeSize ?? 0);
  const isAll = from === 0 && to === tr.doc.content.size;
  return tr.replaceWith(from, to, isAll ? [schema.node('paragraph')] : []);
}

/** Puts the picture at one position to another: between blocks, or into a gallery. */
export function movePicture(from: number, to: number): Command {
  return ({ doc, tr }, dispatch) => {
    const node = doc.nodeAt(from);
    if (!node || !isFigure(node) || (to >= from && to <= from + node.nodeSize)) return false;
    const moved = isInGallery(doc.resolve(to)) ? asMember(node) : node;
    removePicture(tr, from);
    const at = tr.mapping.map(to);
    tr.insert(at, moved).setSelection(NodeSelection.create(tr.doc, at));
    dispatch?.(announce(tr, 'Moved').scrollIntoView());
    return true;
  };
}

/** The picture in a gallery that is selected or whose caption has the caret. */
function pictureAt({ selection }: EditorState): number | null {
  if (selection instanceof NodeSelection)
    return isFigure(selection.node) && isInGallery(selection.$from) ? selection.from : null;
  const { $from } = selection;
  const isCaption = $from.depth > 1 && isFigure($from.parent);
  return isCaption && $from.node(-1).type.name === 'gallery' ? $from.before() : null;
}

/** Moves the picture at a position over its neighbour in the gallery. */
export function movePictureBy(step: -1 | 1, position?: number): Command {
  return (state, dispatch) => {
    const from = position ?? pictureAt(state);
    if (from === null) return false;
    const $from = state.doc.resolve(from);
    const neighbour = $from.parent.maybeChild($from.index() + step);
    const size = $from.nodeAfter?.nodeSize ?? 0;
    if (!neighbour) return true;
    const to = step < 0 ? from - neighbour.nodeSize : from + size + neighbour.nodeSize;
    return movePicture(from, to)(state, (tr) => {
      const { parent } = $from;
      const index = $from.index() + step + 1;
      dispatch?.(announce(tr, `Moved: picture ${index} of ${parent.childCount}`));
    });
  };
}

/** Backspace and Delete on the last picture of a gallery take the gallery with it. */
export const deletePicture: Command = (state, dispatch) => {
  const { selection, tr } = state;
  const isPicture = selection instanceof NodeSelection && isInGallery(selection.$from);
  if (!isPicture) return false;
  removePicture(tr, selection.from);
  const near = Math.min(selection.from, tr.doc.content.size);
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(near), -1)).scrollIntoView());
  return true;
};
