import type { Node } from 'prosemirror-model';
import type { NodeView, NodeViewConstructor } from 'prosemirror-view';
import { nameOfToken } from '../../pictures/placeholders.ts';
import type { PictureSource } from '../../pictures/use-pictures.ts';
import type { BlockOptions } from './block-view.ts';
import { CodeView } from './code-view.ts';
import { element } from './dom.ts';
import { FigureView } from './figure-view.ts';
import { GalleryView } from './gallery-view.ts';
import { IslandView } from './island-view.ts';
import { TableView } from './table-view.ts';

export type NodeViewOptions = {
  /** Names of the stylesheet. */
  readonly classes: Readonly<Record<string, string>>;
  readonly imageUrl: (src: string) => string;
  /** HTML as readers get it. */
  readonly render: (html: string, signal: AbortSignal) => Promise<string>;
  /** Asks for another picture, uploads it, and puts it in the place of this one. */
  readonly replacePicture: (picture: PictureSource, onDone: () => void) => void;
};

export type NodeViewContext = NodeViewOptions & {
  /** The blocks of HTML that was written by hand. */
  readonly openPart: (html: string) => Node[];
  /** What is being uploaded in place of a token. */
  readonly fileOf: (token: string) => File | undefined;
  readonly onDragPicture: (position: number, pressed: PointerEvent) => void;
};

/** The size that the picture will have, so that nothing moves when it arrives. */
async function reserve(box: HTMLElement, file: File): Promise<void> {
  try {
    const { width, height } = await createImageBitmap(file);
    box.style.width = `${width}px`;
    box.style.aspectRatio = `${width} / ${height}`;
  } catch {
    // Not a picture for this browser: the server says so, or makes one of it.
  }
}

function uploadView({ attrs }: Node, { classes, fileOf }: NodeViewContext): NodeView {
  const name = nameOfToken(attrs.token) ?? 'a picture';
  const box = element('div', {}, `Uploading ${name}…`);
  const dom = element(
    'div',
    { class: classes.upload ?? '', contenteditable: 'false', 'data-upload': '' },
    box,
  );
  const file = fileOf(attrs.token);
  if (file) void reserve(box, file);
  return { dom, ignoreMutation: () => true };
}

function embedView({ attrs }: Node, { classes }: NodeViewContext): NodeView {
  const frame = element('iframe', {
    src: attrs.src,
    title: 'Video',
    loading: 'lazy',
    tabindex: '-1',
  });
  const dom = element('div', { class: classes.embed ?? '', contenteditable: 'false' }, frame);
  return { dom, ignoreMutation: () => true };
}

export function nodeViews(context: NodeViewContext): Record<string, NodeViewConstructor> {
  const of =
    (View: new (options: BlockOptions) => NodeView): NodeViewConstructor =>
    (node, view, position) =>
      new View({ ...context, node, view, position });
  return {
    island: of(IslandView),
    figure: of(FigureView),
    gallery: of(GalleryView),
    code_block: of(CodeView),
    table: of(TableView),
    upload: (node) => uploadView(node, context),
    embed: (node) => embedView(node, context),
  };
}
