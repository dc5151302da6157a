import type { Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import type { NodeViewContext } from './node-views.ts';

type Properties = Readonly<Record<string, string | undefined>>;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly (HTMLElement | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(properties)) {
    if (value !== undefined) created.setAttribute(attribute, value);
  }
  created.append(...children);
  return created;
}

export function button(label: string, onPress: () => void): HTMLButtonElement {
  const created = element('button', { type: 'button' }, label);
  // Keeps the selection of the text.
  created.addEventListener('pointerdown', (event) => event.preventDefault());
  created.addEventListener('click', onPress);
  return created;
}

/**
 * Tab in a paragraph must not lead into the controls of a block far below, so other keys lead
 * there. Escape leads back.
 */
function leaveTabOrder(group: HTMLElement, backToText: () => void): void {
  const setTabIndex = (tabIndex: number) => {
    for (const control of group.querySelectorAll<HTMLElement>('input, button'))
      control.tabIndex = tabIndex;
  };
  setTabIndex(-1);
  group.addEventListener('focusin', () => setTabIndex(0));
  // After a tap, Chromium leaves the focus in the text around the field.
  group.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLInputElement) target.focus();
  });
  group.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof globalThis.Node) || !group.contains(relatedTarget))
      setTabIndex(-1);
  });
  group.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    backToText();
  });
}

export type BlockOptions = NodeViewContext & {
  readonly node: Node;
  readonly view: EditorView;
  readonly position: () => number | undefined;
};

function dispatchUsual(view: EditorView, transaction: Transaction): void {
  view.dispatch(transaction);
}

/** The controls of a block are not part of the text. */
export abstract class BlockView implements NodeView {
  abstract readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement | null = null;
  protected readonly view: EditorView;
  protected node: Node;
  /** Undefined if the block is no longer in the text. */
  protected readonly position: () => number | undefined;

  constructor({ node, view, position }: BlockOptions) {
    this.node = node;
    this.view = view;
    this.position = position;
  }

  protected abstract show(): void;

  protected controls(properties: Properties, ...children: readonly HTMLElement[]): HTMLElement {
    const shared = { contenteditable: 'false', 'data-controls': '' };
    const group = element('div', { ...properties, ...shared }, ...children);
    leaveTabOrder(group, () => this.view.focus());
    return group;
  }

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

  stopEvent({ target }: Event): boolean {
    return target instanceof Element && target.closest('[data-controls]') !== null;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM?.contains(mutation.target);
  }
}
