import { galleryClasses } from '@longhand/contract/media/content-pictures';
import { NodeSelection } from 'prosemirror-state';
import { classesOf, setClass } from '../../document/extra-classes.ts';
import type { Extra } from '../../document/schema.ts';
import { dispatchAlone } from '../../document/transactions.ts';
import {
  movePictureBy,
  picturesWith,
  removePicture,
  scatterPictures,
} from '../commands/picture-commands.ts';
import shared from './block-view.module.css';
import { type BlockOptions, BlockView, button, element } from './block-view.ts';
import styles from './picture-views.module.css';

const WIDTHS = [
  { label: 'Text', name: '' },
  { label: 'Wide', name: 'wide' },
  { label: 'Full', name: 'full' },
] as const;
const WIDTH_CLASSES = ['wide', 'full'];

/** A picture or gallery is as wide as the text, wider, or as wide as the window. */
abstract class SizedView extends BlockView {
  readonly #buttons = WIDTHS.map(
    ({ label, name }) => [name, button(label, () => this.#setWidth(name))] as const,
  );
  protected readonly widths = element(
    'span',
    { role: 'group', 'aria-label': 'Width of the picture' },
    ...this.#buttons.map(([, each]) => each),
  );

  #setWidth(width: string): void {
    const old: Extra = this.node.attrs.extra;
    const extra = WIDTH_CLASSES.reduce((now, name) => setClass(now, name, name === width), old);
    this.setAttributes({ extra }, dispatchAlone);
  }

  protected showWidth(sized: HTMLElement): void {
    const names = classesOf(this.node.attrs.extra);
    const width = names.find((name) => WIDTH_CLASSES.includes(name)) ?? '';
    for (const name of WIDTH_CLASSES) sized.classList.toggle(name, name === width);
    for (const [name, each] of this.#buttons)
      each.setAttribute('aria-pressed', String(name === width));
  }
}

export class GalleryView extends SizedView {
  readonly dom: HTMLElement;
  override readonly contentDOM = element('figure');

  constructor(options: BlockOptions) {
    super(options);
    const tools = this.controls(
      {
        class: `${shared.tools} ${styles.galleryTools}`,
        role: 'group',
        'aria-label': 'Gallery',
      },
      this.widths,
      button('Separate images', () => {
        this.change(scatterPictures, dispatchAlone);
        this.view.focus();
      }),
    );
    this.dom = element('div', { class: styles.gallery }, tools, this.contentDOM);
    this.show();
  }

  protected override show(): void {
    this.contentDOM.className = galleryClasses(this.node.childCount).join(' ');
    this.showWidth(this.contentDOM);
  }
}

const SIZES = ['width', 'height'];

/** The caption is text; fields have what readers do not see. */
export class FigureView extends SizedView {
  readonly dom: HTMLElement;
  override readonly contentDOM = element('figcaption', { 'data-placeholder': 'Caption' });
  readonly #options: BlockOptions;
  readonly #image = element('img', { draggable: 'false' });
  readonly #alt: HTMLInputElement;

  constructor(options: BlockOptions) {
    super(options);
    this.#options = options;
    this.#alt = element('input', {
      class: 'field',
      placeholder: 'Describe the picture for people who cannot see it',
    });
    this.#alt.addEventListener('input', () => this.setAttributes({ alt: this.#alt.value }));
    const tools = this.controls(
      { class: `${shared.tools} ${styles.figureTools}` },
      element('label', {}, 'Alt text', this.#alt),
      this.widths,
      this.#orderButtons(),
      button('Replace', () => this.#replace()),
      button('Remove', () => this.#remove()),
    );
    const place = element('div', { class: styles.toolsPlace }, tools);
    const picture = element('div', { class: styles.picture }, this.#image, place);
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
    return element(
      'span',
      { role: 'group', 'aria-label': 'Order in the gallery' },
      button('Move left', move(-1)),
      button('Move right', move(1)),
    );
  }

  protected override show(): void {
    const { src, alt, imageExtra } = this.node.attrs;
    const url = this.#options.imageUrl(src);
    if (this.#image.getAttribute('src') !== url) this.#image.setAttribute('src', url);
    this.#image.alt = alt ?? '';
    for (const name of SIZES) {
      const value = imageExtra.find(([each]: Extra[number]) => each === name)?.[1];
      if (value === undefined) this.#image.removeAttribute(name);
      else this.#image.setAttribute(name, value);
    }
    if (this.#alt.value !== (alt ?? '')) this.#alt.value = alt ?? '';
    this.showWidth(this.dom);
    this.dom.toggleAttribute('data-no-alt', !alt);
    this.contentDOM.toggleAttribute('data-empty', this.node.content.size === 0);
  }

  #select(): void {
    this.change((tr, position) => tr.setSelection(NodeSelection.create(tr.doc, position)));
    this.view.focus();
  }

  /** Touch scrolls the page instead; there are the handle, and buttons in a gallery. */
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
      // The focus may be in another field by now.
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
