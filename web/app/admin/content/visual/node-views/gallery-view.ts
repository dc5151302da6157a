import { galleryClasses } from '@longhand/contract/galleries';
import { dispatchAlone } from '../../document/dispatch-alone.ts';
import { scatterPictures } from '../commands/gallery-commands.ts';
import { type BlockOptions, BlockView } from './block-view.ts';
import { button, element, leaveTabOrder } from './dom.ts';
import { PictureWidths } from './picture-widths.ts';

/** Pictures beside each other, as on the public page, with tools for all of them. */
export class GalleryView extends BlockView {
  readonly dom: HTMLElement;
  override readonly contentDOM = element('figure');
  readonly #widths: PictureWidths;

  constructor(options: BlockOptions) {
    super(options);
    const { classes, view } = options;
    this.#widths = new PictureWidths(
      () => this.node.attrs.extra,
      (extra) => this.setAttributes({ extra }, dispatchAlone),
    );
    const tools = element(
      'div',
      {
        class: classes.galleryTools ?? '',
        role: 'group',
        'aria-label': 'Gallery',
        contenteditable: 'false',
        'data-controls': '',
      },
      this.#widths.dom,
      button('One below the other', () => {
        this.change(scatterPictures, dispatchAlone);
        view.focus();
      }),
    );
    leaveTabOrder(tools, () => view.focus());
    this.dom = element('div', { class: classes.gallery ?? '' }, tools, this.contentDOM);
    this.show();
  }

  protected override show(): void {
    this.contentDOM.className = galleryClasses(this.node.childCount).join(' ');
    this.#widths.show(this.node.attrs.extra, this.contentDOM);
  }
}
