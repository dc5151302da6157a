import { type BlockOptions, BlockView } from './block-view.ts';
import { element } from './dom.ts';

/** A block of code with a field for its language. */
export class CodeView extends BlockView {
  readonly dom: HTMLElement;
  override readonly contentDOM = element('code', { spellcheck: 'false' });
  readonly #language: HTMLInputElement;

  constructor(options: BlockOptions) {
    super(options);
    const { classes, view } = options;
    this.#language = element('input', {
      class: classes.language ?? '',
      'aria-label': 'Language of the code',
      placeholder: 'Language',
      contenteditable: 'false',
      'data-controls': '',
      tabindex: '-1',
      spellcheck: 'false',
      autocapitalize: 'off',
    });
    this.#language.addEventListener('input', () => {
      const language = this.#language.value.trim().replace(/[^\w+#.-]/g, '');
      if (language !== this.node.attrs.language) this.setAttributes({ language, plain: false });
    });
    this.#language.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      view.focus();
    });
    this.dom = element('pre', {}, this.#language, this.contentDOM);
    this.show();
  }

  protected override show(): void {
    const { language } = this.node.attrs;
    if (this.#language.value.trim() !== language) this.#language.value = language;
  }
}
