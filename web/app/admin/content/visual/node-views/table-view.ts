import { decodeEntities, escapeText } from '@longhand/contract/search';
import type { Command } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
} from 'prosemirror-tables';
import { dispatchAlone } from '../../document/dispatch-alone.ts';
import { addRowAbove, toggleHeaderRow } from '../commands/table-commands.ts';
import { type BlockOptions, BlockView } from './block-view.ts';
import { button, element, leaveTabOrder } from './dom.ts';

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
export class TableView extends BlockView {
  readonly dom: HTMLElement;
  override readonly contentDOM = element('tbody');
  readonly #caption: HTMLInputElement;

  constructor(options: BlockOptions) {
    super(options);
    const { classes, view } = options;
    this.#caption = element('input', {
      class: classes.caption ?? '',
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
      { contenteditable: 'false', 'data-controls': '' },
      this.#caption,
    );
    leaveTabOrder(tools, () => view.focus());
    leaveTabOrder(captionRow, () => view.focus());
    const scroll = element('div', { class: 'table-scroll' }, element('table', {}, this.contentDOM));
    this.dom = element('div', { class: classes.table ?? '' }, tools, captionRow, scroll);
    this.show();
  }

  protected override show(): void {
    const { caption } = this.node.attrs;
    const hasMarkup = caption !== null && /<|&(?!amp;|lt;|gt;|quot;)/.test(caption);
    this.#caption.disabled = hasMarkup;
    this.#caption.title = hasMarkup ? 'This caption has HTML in it. Change it in HTML.' : '';
    const shown = decodeEntities(caption ?? '');
    if (this.#caption.value !== shown) this.#caption.value = shown;
  }
}
