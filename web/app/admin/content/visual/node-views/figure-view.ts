import { NodeSelection } from 'prosemirror-state';
import { dispatchAlone } from '../../document/dispatch-alone.ts';
import { classesOf, setClass } from '../../document/extra-classes.ts';
import { replaceBlock } from '../../document/replace-block.ts';
import type { Extra } from '../../document/schema.ts';
import { type BlockOptions, BlockView } from './block-view.ts';
import { button, element, leaveTabOrder } from './dom.ts';

const WIDTHS = [
  { label: 'Normal', name: '' },
  { label: 'Wide', name: 'wide' },
] as const;
const WIDTH_CLASSES = ['wide', 'full'];

function withWidth(extra: Extra, width: string): Extra {
  return WIDTH_CLASSES.reduce((now, name) => setClass(now, name, name === width), extra);
}

/** A picture with its caption as text, and fields for what readers do not see. */
export class FigureView extends BlockView {
  readonly dom: HTMLElement;
  override readonly contentDOM = element('figcaption', { 'data-placeholder': 'Caption' });
  readonly #imageUrl: BlockOptions['imageUrl'];
  readonly #image = element('img', { draggable: 'false' });
  readonly #alt: HTMLInputElement;
  readonly #widths: readonly (readonly [string, HTMLButtonElement])[];

  constructor(options: BlockOptions) {
    super(options);
    const { classes, view, imageUrl } = options;
    this.#imageUrl = imageUrl;
    this.#alt = element('input', {
      class: 'field',
      placeholder: 'What the picture shows, for those who cannot see it',
    });
    this.#alt.addEventListener('input', () => this.setAttributes({ alt: this.#alt.value }));
    this.#widths = WIDTHS.map(({ label, name }) => {
      const press = () =>
        this.setAttributes({ extra: withWidth(this.node.attrs.extra, name) }, dispatchAlone);
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
    leaveTabOrder(tools, () => view.focus());
    this.dom = element('figure', {}, this.#image, this.contentDOM, tools);
    this.#image.addEventListener('click', () => this.#select());
    this.show();
  }

  protected override show(): void {
    const { src, alt, extra, imageExtra } = this.node.attrs;
    const url = this.#imageUrl(src);
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
    this.contentDOM.toggleAttribute('data-empty', this.node.content.size === 0);
  }

  #select(): void {
    this.change((tr, position) => tr.setSelection(NodeSelection.create(tr.doc, position)));
    this.view.focus();
  }

  #remove(): void {
    this.change(
      (tr, position) => replaceBlock(tr, position, this.node.nodeSize, []),
      dispatchAlone,
    );
    this.view.focus();
  }

  selectNode(): void {
    this.dom.setAttribute('data-selected', '');
  }

  deselectNode(): void {
    this.dom.removeAttribute('data-selected');
  }
}
