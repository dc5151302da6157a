import type { Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { isOfControl } from './dom.ts';
import type { NodeViewContext } from './node-views.ts';

export type BlockOptions = NodeViewContext & {
  readonly node: Node;
  readonly view: EditorView;
  readonly position: () => number | undefined;
};

function dispatchUsual(view: EditorView, transaction: Transaction): void {
  view.dispatch(transaction);
}

/** A block with controls, which are not part of the text. */
export abstract class BlockView implements NodeView {
  abstract readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement | null = null;
  protected readonly view: EditorView;
  protected node: Node;
  /** Undefined if the block is not in the text any more. */
  protected readonly position: () => number | undefined;

  constructor({ node, view, position }: BlockOptions) {
    this.node = node;
    this.view = view;
    this.position = position;
  }

  /** Shows the attributes of the node. */
  protected abstract show(): void;

  /** Nothing happens if the block is not in the text any more. */
  protected change(
    createChange: (transaction: Transaction, position: number) => Transaction,
    dispatch = dispatchUsual,
  ): void {
    const position = this.position();
    if (position !== undefined) dispatch(this.view, createChange(this.view.state.tr, position));
  }

  protected setAttributes(
    attrs: Readonly<Record<string, unknown>>,
    dispatch?: typeof dispatchUsual,
  ): void {
    this.change(
      (tr, position) => tr.setNodeMarkup(position, undefined, { ...this.node.attrs, ...attrs }),
      dispatch,
    );
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.show();
    return true;
  }

  stopEvent(event: Event): boolean {
    return isOfControl(event);
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM?.contains(mutation.target);
  }
}
