import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { element, isOfControl } from './dom.ts';
import type { NodeViewContext } from './node-views.ts';

/** A block of code with a field for its language. */
export class CodeView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #language: HTMLInputElement;
  #node: Node;

  constructor(
    node: Node,
    view: EditorView,
    position: () => number | undefined,
    { classes }: NodeViewContext,
  ) {
    this.#node = node;
    this.contentDOM = element('code', { spellcheck: 'false' });
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
      const at = position();
      const language = this.#language.value.trim().replace(/[^\w+#.-]/g, '');
      if (at === undefined || language === this.#node.attrs.language) return;
      const attrs = { ...this.#node.attrs, language, plain: false };
      view.dispatch(view.state.tr.setNodeMarkup(at, undefined, attrs));
    });
    this.#language.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      view.focus();
    });
    this.dom = element('pre', {}, this.#language, this.contentDOM);
    this.#show();
  }

  #show(): void {
    const { language } = this.#node.attrs;
    if (this.#language.value.trim() !== language) this.#language.value = language;
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#show();
    return true;
  }

  stopEvent(event: Event): boolean {
    return isOfControl(event);
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }
}
