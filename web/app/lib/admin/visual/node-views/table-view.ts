import { escapeText } from '@longhand/contract/search';
import type { Node } from 'prosemirror-model';
import type { Command } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
} from 'prosemirror-tables';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { dispatchAlone } from '../one-step.ts';
import { addRowAbove, toggleHeaderRow } from '../table-commands.ts';
import { button, element, isOfControl, leaveTabOrder } from './dom.ts';
import type { NodeViewContext } from './node-views.ts';

const TOOLS: readonly (readonly [label: string, command: Command])[] = [
  ['Row above', addRowAbove],
  ['Row below', addRowAfter],
  ['Column before', addColumnBefore],
  ['Column after', addColumnAfter],
  ['Header row', toggleHeaderRow],
  ['Delete row', deleteRow],
  ['Delete column', deleteColumn],
  ['Delete table', deleteTable],
];

/** A table that scrolls on its own, with its caption as a field and its tools above it. */
export class TableView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #caption: HTMLInputElement;
  #node: Node;

  constructor(
    node: Node,
    view: EditorView,
    position: () => number | undefined,
    { classes }: NodeViewContext,
  ) {
    this.#node = node;
    this.contentDOM = element('tbody');
    this.#caption = element('input', {
      class: classes.caption ?? '',
      'aria-label': 'Caption of the table',
      placeholder: 'Caption',
    });
    this.#caption.addEventListener('input', () => {
      const at = position();
      if (at === undefined) return;
      const caption = this.#caption.value === '' ? null : escapeText(this.#caption.value);
      view.dispatch(view.state.tr.setNodeMarkup(at, undefined, { ...this.#node.attrs, caption }));
    });
    const run = (command: Command) => () => {
      command(view.state, (transaction) => dispatchAlone(view, transaction), view);
      view.focus();
    };
    const tools = element(
      'div',
      {
        class: classes.tableTools ?? '',
        role: 'group',
        'aria-label': 'Table',
        contenteditable: 'false',
        'data-controls': '',
      },
      ...TOOLS.map(([label, command]) => button(label, run(command))),
    );
    const captionRow = element(
      'div',
      { class: classes.captionRow ?? '', contenteditable: 'false', 'data-controls': '' },
      this.#caption,
    );
    leaveTabOrder(tools, () => view.focus());
    leaveTabOrder(captionRow, () => view.focus());
    const scroll = element('div', { class: 'table-scroll' }, element('table', {}, this.contentDOM));
    this.dom = element('div', { class: classes.table ?? '' }, tools, captionRow, scroll);
    this.#show();
  }

  #show(): void {
    const { caption } = this.#node.attrs;
    const hasMarkup = caption !== null && /<|&(?!amp;|lt;|gt;|quot;)/.test(caption);
    this.#caption.disabled = hasMarkup;
    this.#caption.title = hasMarkup ? 'This caption has HTML in it. Change it in Write.' : '';
    const shown = readCaption(caption ?? '');
    if (this.#caption.value !== shown) this.#caption.value = shown;
    this.dom.toggleAttribute('data-captioned', caption !== null);
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

function readCaption(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
