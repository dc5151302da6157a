import type { Node } from 'prosemirror-model';
import { NodeSelection, type Transaction } from 'prosemirror-state';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { classesOf, setClass } from '../extra-classes.ts';
import { dispatchAlone } from '../one-step.ts';
import { replaceBlock } from '../replace-block.ts';
import type { Extra } from '../schema.ts';
import { button, element, isOfControl, leaveTabOrder } from './dom.ts';
import type { NodeViewContext } from './node-views.ts';

const WIDTHS = [
  { label: 'Normal', name: '' },
  { label: 'Wide', name: 'wide' },
] as const;
const WIDTH_CLASSES = ['wide', 'full'];

function withWidth(extra: Extra, width: string): Extra {
  return WIDTH_CLASSES.reduce((now, name) => setClass(now, name, name === width), extra);
}

/** A picture with its caption as text, and fields for what readers do not see. */
export class FigureView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #context: NodeViewContext;
  readonly #view: EditorView;
  readonly #position: () => number | undefined;
  readonly #image = element('img', { draggable: 'false' });
  readonly #alt: HTMLInputElement;
  readonly #widths: readonly (readonly [string, HTMLButtonElement])[];
  #node: Node;

  constructor(
    node: Node,
    view: EditorView,
    position: () => number | undefined,
    context: NodeViewContext,
  ) {
    this.#node = node;
    this.#view = view;
    this.#position = position;
    this.#context = context;
    const { classes } = context;
    this.contentDOM = element('figcaption', { 'data-placeholder': 'Caption' });
    this.#alt = element('input', {
      class: 'field',
      placeholder: 'What the picture shows, for those who cannot see it',
    });
    this.#alt.addEventListener('input', () => this.#set({ alt: this.#alt.value }));
    this.#widths = WIDTHS.map(({ label, name }) => {
      const press = () => {
        this.#set({ extra: withWidth(this.#node.attrs.extra, name) }, dispatchAlone);
      };
      return [name, button(label, press)] as const;
    });
    const widthGroup = element(
      'span',
      { role: 'group', 'aria-label': 'Width of the picture' },
      ...this.#widths.map(([, each]) => each),
    );
    const tools = element(
      'div',
      { class: classes.figureTools ?? '', contenteditable: 'false', 'data-controls': '' },
      element('label', {}, 'Alt text', this.#alt),
      widthGroup,
      button('Remove', () => this.#remove()),
    );
    leaveTabOrder(tools, () => this.#view.focus());
    this.dom = element('figure', {}, this.#image, this.contentDOM, tools);
    this.#image.addEventListener('click', () => this.#select());
    this.#show();
  }

  #show(): void {
    const { src, alt, extra, imageExtra } = this.#node.attrs;
    const url = this.#context.imageUrl(src);
    if (this.#image.getAttribute('src') !== url) this.#image.setAttribute('src', url);
    this.#image.alt = alt ?? '';
    for (const name of ['width', 'height']) {
      const value = imageExtra.find(([each]: Extra[number]) => each === name)?.[1];
      if (value !== undefined) this.#image.setAttribute(name, value);
    }
    if (this.#alt.value !== (alt ?? '')) this.#alt.value = alt ?? '';
    const classes = classesOf(extra);
    const width = classes.find((name) => WIDTH_CLASSES.includes(name)) ?? '';
    for (const name of WIDTH_CLASSES) this.dom.classList.toggle(name, name === width);
    for (const [name, each] of this.#widths)
      each.setAttribute('aria-pressed', String(name === width));
    this.dom.toggleAttribute('data-no-alt', !alt);
    this.contentDOM.toggleAttribute('data-empty', this.#node.content.size === 0);
  }

  #set(
    attrs: Readonly<Record<string, unknown>>,
    dispatch = (view: EditorView, transaction: Transaction) => view.dispatch(transaction),
  ): void {
    const position = this.#position();
    if (position === undefined) return;
    const { tr } = this.#view.state;
    dispatch(this.#view, tr.setNodeMarkup(position, undefined, { ...this.#node.attrs, ...attrs }));
  }

  #select(): void {
    const position = this.#position();
    if (position === undefined) return;
    const { tr, doc } = this.#view.state;
    this.#view.dispatch(tr.setSelection(NodeSelection.create(doc, position)));
    this.#view.focus();
  }

  #remove(): void {
    const position = this.#position();
    if (position === undefined) return;
    const tr = replaceBlock(this.#view.state.tr, position, this.#node.nodeSize, []);
    dispatchAlone(this.#view, tr);
    this.#view.focus();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#show();
    return true;
  }

  selectNode(): void {
    this.dom.setAttribute('data-selected', '');
  }

  deselectNode(): void {
    this.dom.removeAttribute('data-selected');
  }

  stopEvent(event: Event): boolean {
    return isOfControl(event);
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }
}
