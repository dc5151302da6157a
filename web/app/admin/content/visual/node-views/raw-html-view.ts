import type { Node } from 'prosemirror-model';
import { dispatchAlone, replaceBlock } from '../../document/transactions.ts';
import shared from './block-view.module.css';
import { type BlockOptions, BlockView, button, element } from './block-view.ts';
import styles from './raw-html-view.module.css';

/** HTML that the editor cannot change without loss is shown as readers see it, and edited as HTML. */
export class RawHtmlView extends BlockView {
  readonly dom: HTMLElement;
  readonly #context: BlockOptions;
  readonly #shown: HTMLElement;
  readonly #bar: HTMLElement;
  readonly #stop = new AbortController();
  #isEditing = false;
  #observer: IntersectionObserver | undefined;

  constructor(options: BlockOptions) {
    super(options);
    this.#context = options;
    this.#shown = element('div', { class: styles.content });
    this.#bar = element('div', {
      class: `${shared.tools} ${styles.bar}`,
      'data-controls': '',
    });
    this.dom = element(
      'div',
      { class: styles.block, contenteditable: 'false', 'data-raw-html': '' },
      this.#shown,
      this.#bar,
    );
    this.show();
    this.#showBar();
    this.#renderWhenVisible();
  }

  protected override show(): void {
    const source = element('pre', {}, element('code', {}, this.node.attrs.html));
    this.#shown.replaceChildren(source);
  }

  #showBar(): void {
    const label = element('span', {}, 'HTML');
    const edit = button('Edit HTML', () => this.#edit());
    // Tab in a paragraph must not lead into a block far below, but from the block itself it does.
    edit.tabIndex = -1;
    this.#bar.replaceChildren(label, edit);
  }

  #renderWhenVisible(): void {
    this.#observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      this.#observer?.disconnect();
      void this.#render();
    });
    this.#observer.observe(this.dom);
  }

  async #render(): Promise<void> {
    const { html } = this.node.attrs;
    try {
      const rendered = await this.#context.render(html, this.#stop.signal);
      if (this.node.attrs.html !== html) return;
      this.#shown.innerHTML = rendered;
      if (rendered.trim() !== '') return;
      const none = 'Readers do not see this HTML.';
      this.#shown.replaceChildren(element('p', { class: styles.hint }, none));
    } catch {
      // The source is already shown.
    }
  }

  #edit(): void {
    const before: string = this.node.attrs.html;
    const field = element('textarea', { class: 'field', 'aria-label': 'HTML of this block' });
    field.value = before;
    // Written at once, so that saving and the local draft have it.
    field.addEventListener('input', () => this.#write(field.value));
    const cancel = () => {
      this.#write(before);
      this.#close();
    };
    const apply = () => {
      const html = field.value;
      // With this, undo brings back the block as it was.
      this.#write(before);
      if (html === before) this.#close();
      else this.#apply(html);
    };
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') cancel();
      else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) apply();
      else return;
      event.preventDefault();
    });
    this.#isEditing = true;
    this.#bar.replaceChildren(field, button('Done', apply), button('Cancel', cancel));
    field.focus();
  }

  #close(): void {
    this.#isEditing = false;
    this.#showBar();
    this.#bar.querySelector('button')?.focus();
  }

  #write(html: string): void {
    if (html === this.node.attrs.html) return;
    this.setAttributes({ html }, (view, tr) => view.dispatch(tr.setMeta('addToHistory', false)));
  }

  #apply(html: string): void {
    this.#isEditing = false;
    const blocks = this.#context.openPart(html);
    this.change(
      (tr, position) => replaceBlock(tr, position, this.node.nodeSize, blocks).scrollIntoView(),
      dispatchAlone,
    );
    this.view.focus();
  }

  override update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    if (node.attrs.html !== this.node.attrs.html && !this.#isEditing) return false;
    this.node = node;
    return true;
  }

  override ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#stop.abort();
    this.#observer?.disconnect();
  }
}
