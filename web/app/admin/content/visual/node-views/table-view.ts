import { decodeEntities, escapeText } from '@longhand/contract/posts/search';
import type { Node } from 'prosemirror-model';
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  findTable,
  isInTable,
  selectedRect,
  toggleHeader,
} from 'prosemirror-tables';
import type { Extra } from '../../document/schema.ts';
import { dispatchAlone } from '../../document/transactions.ts';
import shared from './block-view.module.css';
import { type BlockOptions, BlockView, button, element } from './block-view.ts';
import styles from './table-view.module.css';

function isInHead(state: EditorState): boolean {
  const { table, top } = selectedRect(state);
  return table.child(top).attrs.section === 'thead';
}

/** No row can be above the head of the table. */
export const addRowAbove: Command = (state, dispatch) =>
  isInTable(state) && !isInHead(state) && addRowBefore(state, dispatch);

/** Cells of a head have the scope of a column; other cells must not. */
function scopedExtra({ type, attrs }: Node): Extra {
  const extra: Extra = attrs.extra;
  const isScope = ([name]: Extra[number]) => name === 'scope';
  if (type.name !== 'table_header') return extra.filter((each) => !isScope(each));
  return extra.some(isScope) ? extra : [['scope', 'col'], ...extra];
}

function scopeCells(transaction: Transaction, row: Node, position: number): void {
  row.forEach((cell, offset) => {
    const attrs = { ...cell.attrs, extra: scopedExtra(cell) };
    transaction.setNodeMarkup(position + 1 + offset, undefined, attrs);
  });
}

export const toggleHeaderRow: Command = (state, dispatch) => {
  const found = findTable(state.selection.$from);
  if (!found) return false;
  return toggleHeader('row')(
    state,
    dispatch &&
      ((transaction) => {
        const first = transaction.doc.nodeAt(found.pos + 1);
        const isHeader = first?.children.every(({ type }) => type.name === 'table_header');
        const section = isHeader ? 'thead' : 'tbody';
        transaction.setNodeMarkup(found.pos + 1, undefined, { ...first?.attrs, section });
        if (first) scopeCells(transaction, first, found.pos + 1);
        dispatch(transaction);
      }),
  );
};

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

/** The table scrolls on its own, with its caption as a field and its tools above it. */
export class TableView extends BlockView {
  readonly dom: HTMLElement;
  override readonly contentDOM = element('tbody');
  readonly #caption: HTMLInputElement;

  constructor(options: BlockOptions) {
    super(options);
    const { view } = options;
    this.#caption = element('input', {
      class: styles.caption,
      'aria-label': 'Caption of the table',
      placeholder: 'Caption',
    });
    this.#caption.addEventListener('input', () => {
      const caption = this.#caption.value === '' ? null : escapeText(this.#caption.value);
      this.setAttributes({ caption });
    });
    const run = (command: Command) => () => {
      command(view.state, (transaction) => dispatchAlone(view, transaction), view);
      view.focus();
    };
    const tools = this.controls(
      { class: `${shared.tools} ${styles.tools}`, role: 'group', 'aria-label': 'Table' },
      ...TOOLS.map(([label, command]) => button(label, run(command))),
    );
    const captionRow = this.controls({}, this.#caption);
    const scroll = element('div', { class: 'table-scroll' }, element('table', {}, this.contentDOM));
    this.dom = element('div', { class: styles.table }, tools, captionRow, scroll);
    this.show();
  }

  protected override show(): void {
    const { caption } = this.node.attrs;
    const hasMarkup = caption !== null && /<|&(?!amp;|lt;|gt;|quot;)/.test(caption);
    this.#caption.disabled = hasMarkup;
    this.#caption.title = hasMarkup ? 'This caption contains HTML. Edit it in HTML.' : '';
    const shown = decodeEntities(caption ?? '');
    if (this.#caption.value !== shown) this.#caption.value = shown;
  }
}
