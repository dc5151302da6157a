import { sizeFromName } from '@longhand/contract/media/image-names';
import { Fragment, type Node, type ResolvedPos } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  type Transaction,
} from 'prosemirror-state';
import { type Extra, schema } from '../../document/schema.ts';
import type { PictureSource } from '../../pictures/use-pictures.ts';
import { announce } from './block-commands.ts';

/** These attributes belong to the former picture. */
const OF_PICTURE = ['width', 'height', 'srcset', 'sizes'];

function extraWithSize(extra: Extra, url: string): Extra {
  const size = sizeFromName(url);
  const others = extra.filter(([name]) => !OF_PICTURE.includes(name));
  if (!size) return others;
  return [['width', String(size.width)], ['height', String(size.height)], ...others];
}

function withSource({ type, attrs }: Node, src: string) {
  const name = type.name === 'figure' ? 'imageExtra' : 'extra';
  return { ...attrs, src, [name]: extraWithSize(attrs[name], src) };
}

export function picturesWith(doc: Node, source: string): number[] {
  const found: number[] = [];
  doc.descendants((node, position) => {
    if (node.attrs.src === source && ['figure', 'image'].includes(node.type.name))
      found.push(position);
  });
  return found;
}

export function replacePictureSource({ source, index }: PictureSource, url: string): Command {
  return ({ doc, tr }, dispatch) => {
    for (const [each, position] of picturesWith(doc, source).entries()) {
      const node = doc.nodeAt(position);
      if (node && (index === undefined || index === each))
        tr.setNodeMarkup(position, undefined, withSource(node, url), node.marks);
    }
    if (tr.docChanged) dispatch?.(tr);
    return tr.docChanged;
  };
}

function isFigure({ type }: Node): boolean {
  return type.name === 'figure';
}

export function isInGallery({ parent }: ResolvedPos): boolean {
  return parent.type.name === 'gallery';
}

/** In a gallery, a picture has its own figure and no origin in the text. */
function asMember({ type, attrs, content }: Node): Node {
  return type.create({ ...attrs, origin: null, wrapped: true }, content);
}

type Run = { readonly from: number; readonly figures: Node[] };

function endOf({ from, figures }: Run): number {
  return from + Fragment.from(figures).size;
}

/** Adjacent top-level figures with one of these addresses. */
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

/** Only adjacent pictures become a gallery. The caret stays where it is. */
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

export function scatterPictures(tr: Transaction, position: number): Transaction {
  const gallery = tr.doc.nodeAt(position);
  if (!gallery) return tr;
  return tr.replaceWith(position, position + gallery.nodeSize, gallery.children);
}

/** Removes the gallery with its last picture. */
export function removePicture(tr: Transaction, position: number): Transaction {
  const $position = tr.doc.resolve(position);
  const isLast = isInGallery($position) && $position.parent.childCount === 1;
  const from = isLast ? $position.before() : position;
  const node = tr.doc.nodeAt(from);
  const to = from + (node?.nodeSize ?? 0);
  const isAll = from === 0 && to === tr.doc.content.size;
  return tr.replaceWith(from, to, isAll ? [schema.node('paragraph')] : []);
}

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

/** The selected picture of a gallery, or the one whose caption has the caret. */
function pictureAt({ selection }: EditorState): number | null {
  if (selection instanceof NodeSelection)
    return isFigure(selection.node) && isInGallery(selection.$from) ? selection.from : null;
  const { $from } = selection;
  const isCaption = $from.depth > 1 && isFigure($from.parent);
  return isCaption && $from.node(-1).type.name === 'gallery' ? $from.before() : null;
}

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

/** For Backspace and Delete: the last picture takes the gallery with it. */
export const deletePicture: Command = (state, dispatch) => {
  const { selection, tr } = state;
  const isPicture = selection instanceof NodeSelection && isInGallery(selection.$from);
  if (!isPicture) return false;
  removePicture(tr, selection.from);
  const near = Math.min(selection.from, tr.doc.content.size);
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(near), -1)).scrollIntoView());
  return true;
};
