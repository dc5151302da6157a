import { NodeSelection } from 'prosemirror-state';
import { dispatchAlone } from '../../document/dispatch-alone.ts';
import type { Extra } from '../../document/schema.ts';
import { movePictureBy, removePicture } from '../commands/gallery-commands.ts';
import { picturesWith } from '../commands/picture-source.ts';
import { type BlockOptions, BlockView } from './block-view.ts';
import { button, element, leaveTabOrder } from './dom.ts';
import { PictureWidths } from './picture-widths.ts';

const SIZES = ['width', 'height'];

/** A picture with its caption as text, and fields for what readers do not see. */
export class FigureView extends BlockView {
  readonly dom: HTMLElement;
  override readonly contentDOM = element('figcaption', { 'data-placeholder': 'Caption' });
  readonly #options: BlockOptions;
  readonly #image = element('img', { draggable: 'false' });
  readonly #alt: HTMLInputElement;
  readonly #widths: PictureWidths;

  constructor(options: BlockOptions) {
    super(options);
    const { classes, view } = options;
    this.#options = options;
    this.#alt = element('input', {
      class: 'field',
      placeholder: 'What the picture shows, for those who cannot see it',
    });
    this.#alt.addEventListener('input', () => this.setAttributes({ alt: this.#alt.value }));
    this.#widths = new PictureWidths(
      () => this.node.attrs.extra,
      (extra) => this.setAttributes({ extra }, dispatchAlone),
    );
    const tools = element(
      'div',
      { class: classes.figureTools ?? '', contenteditable: 'false', 'data-controls': '' },
      element('label', {}, 'Alt text', this.#alt),
      this.#widths.dom,
      this.#orderButtons(),
      button('Replace', () => this.#replace()),
      button('Remove', () => this.#remove()),
    );
    leaveTabOrder(tools, () => view.focus());
    const place = element('div', { class: classes.toolsPlace ?? '' }, tools);
    const picture = element('div', { class: classes.picture ?? '' }, this.#image, place);
    this.dom = element('figure', {}, picture, this.contentDOM);
    this.#image.addEventListener('click', () => this.#select());
    this.#image.addEventListener('pointerdown', (event) => this.#drag(event));
    this.show();
  }

  /** Only shown in a gallery. */
  #orderButtons(): HTMLElement {
    const move = (step: -1 | 1) => () => {
      const position = this.position();
      movePictureBy(step, position)(this.view.state, (tr) => dispatchAlone(this.view, tr));
      this.view.focus();
    };
    const group = element('span', { role: 'group', 'aria-label': 'Order in the gallery' });
    group.append(button('Move left', move(-1)), button('Move right', move(1)));
    return group;
  }

  protected override show(): void {
    const { src, alt, extra, imageExtra } = this.node.attrs;
    const url = this.#options.imageUrl(src);
    if (this.#image.getAttribute('src') !== url) this.#image.setAttribute('src', url);
    this.#image.alt = alt ?? '';
    for (const name of SIZES) {
      const value = imageExtra.find(([each]: Extra[number]) => each === name)?.[1];
      if (value === undefined) this.#image.removeAttribute(name);
      else this.#image.setAttribute(name, value);
    }
    if (this.#alt.value !== (alt ?? '')) this.#alt.value = alt ?? '';
    this.#widths.show(extra, this.dom);
    this.dom.toggleAttribute('data-no-alt', !alt);
    this.contentDOM.toggleAttribute('data-empty', this.node.content.size === 0);
  }

  #select(): void {
    this.change((tr, position) => tr.setSelection(NodeSelection.create(tr.doc, position)));
    this.view.focus();
  }

  /** A finger scrolls the page; it has the handle, and buttons in a gallery. */
  #drag(event: PointerEvent): void {
    const position = this.position();
    if (position === undefined || event.pointerType === 'touch' || event.button !== 0) return;
    this.#options.onDragPicture(position, event);
  }

  /** The caption and the alt text stay. */
  #replace(): void {
    const { view } = this;
    const source: string = this.node.attrs.src;
    const index = picturesWith(view.state.doc, source).indexOf(this.position() ?? -1);
    this.#options.replacePicture({ source, index }, () => {
      // Perhaps something else is written in by now.
      if (view.dom.contains(document.activeElement)) view.focus();
    });
  }

  #remove(): void {
    this.change((tr, position) => removePicture(tr, position), dispatchAlone);
    this.view.focus();
  }

  selectNode(): void {
    this.dom.setAttribute('data-selected', '');
  }

  deselectNode(): void {
    this.dom.removeAttribute('data-selected');
  }
}
