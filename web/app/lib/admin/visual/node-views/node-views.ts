import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view';
import { CodeView } from './code-view.ts';
import { element } from './dom.ts';
import { FigureView } from './figure-view.ts';
import { IslandView } from './island-view.ts';
import { TableView } from './table-view.ts';

export type NodeViewOptions = {
  /** Names of the stylesheet. */
  readonly classes: Readonly<Record<string, string>>;
  readonly imageUrl: (src: string) => string;
  /** HTML as readers get it. */
  readonly render: (html: string, signal: AbortSignal) => Promise<string>;
};

export type NodeViewContext = NodeViewOptions & {
  /** The blocks of HTML that was written by hand. */
  readonly openPart: (html: string) => Node[];
};

const NAME = /^<!-- Uploading (.*) … \w+ -->$/;

function uploadView({ attrs }: Node, { classes }: NodeViewContext): NodeView {
  const name = NAME.exec(attrs.token)?.[1] ?? 'a picture';
  const dom = element(
    'div',
    { class: classes.upload ?? '', contenteditable: 'false', 'data-upload': '' },
    `Uploading ${name}…`,
  );
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

type ViewClass = new (
  node: Node,
  view: EditorView,
  position: () => number | undefined,
  context: NodeViewContext,
) => NodeView;

export function nodeViews(context: NodeViewContext): Record<string, NodeViewConstructor> {
  const of =
    (View: ViewClass): NodeViewConstructor =>
    (node, view, position) =>
      new View(node, view, position, context);
  return {
    island: of(IslandView),
    figure: of(FigureView),
    code_block: of(CodeView),
    table: of(TableView),
    upload: (node) => uploadView(node, context),
    embed: (node) => embedView(node, context),
  };
}
