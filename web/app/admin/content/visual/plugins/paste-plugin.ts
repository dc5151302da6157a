import { undo } from 'prosemirror-history';
import { Fragment, type Node, Slice } from 'prosemirror-model';
import {
  type EditorState,
  NodeSelection,
  Plugin,
  PluginKey,
  Selection,
  type SelectionBookmark,
  type Transaction,
} from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { isSection } from '../../document/footnote-nodes.ts';
import { nodes, schema } from '../../document/schema.ts';
import { isOwnHtml, sliceFromBlocks, sliceFromOwnHtml } from '../../document/slices.ts';
import { blockHtml } from '../../document/to-html.ts';
import { dispatchAlone, runAfter } from '../../document/transactions.ts';
import { nextNumber, splitSection } from '../../html/footnote-markup.ts';
import {
  type ConvertedPaste,
  convertPaste,
  decidePaste,
  insertPasted,
  type PastedData,
  type PastePlace,
  PlainPasteKeys,
  readClipboard,
} from '../../paste/paste.ts';
import { plainParagraphs } from '../../paste/plain-text.ts';
import type { Pictures } from '../../pictures/use-pictures.ts';
import { positionOfBlock } from '../commands/block-commands.ts';
import { insertParagraph } from '../commands/block-edge-keys.ts';
import { insertBlocks, setLink } from '../commands/commands.ts';
import { addNotes } from '../commands/footnotes.ts';
import { isInGallery } from '../commands/picture-commands.ts';

/** Where content being converted goes, in the current document. */
type Pending = ReadonlyMap<number, SelectionBookmark>;
type PendingChange = { readonly add: number } | { readonly remove: number };

const key = new PluginKey<Pending>('paste');

export type PasteOptions = {
  readonly pictures: () => Pick<Pictures, 'insert' | 'insertWith' | 'notePasted'>;
  /** The blocks have places for pictures that are being uploaded. */
  readonly openPart: (html: string) => Node[];
  /**
   * Called before converted content is inserted, because the text may have been changed in another
   * view.
   */
  readonly catchUp: () => void;
  /** Called after Markdown was converted; `keep` puts back what was pasted. */
  readonly onMarkdown: (keep: () => void) => void;
};

function textSlice(text: string): Slice {
  const lineBreak = nodes.hard_break.create();
  const blocks = plainParagraphs(text).map((lines) => {
    const content = lines.flatMap((line) => [lineBreak, ...(line ? [schema.text(line)] : [])]);
    return schema.node('paragraph', null, content.slice(1));
  });
  return new Slice(Fragment.from(blocks), 1, 1);
}

/** Undo takes it back in one step. The block menu must not take a pasted slash for a typed one. */
function dispatchPasted(view: EditorView, transaction: Transaction): void {
  dispatchAlone(view, transaction.setMeta('paste', true));
}

function isBlockSelected({ selection }: EditorState): boolean {
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return false;
  const { $to } = selection;
  const takesParagraph = $to.parent.canReplaceWith($to.index(), $to.index(), nodes.paragraph);
  return takesParagraph || isInGallery($to);
}

/** A selected block is not replaced; the paste goes into a new paragraph after it. */
function startPaste(state: EditorState): Transaction {
  const { tr, selection } = state;
  if (!isBlockSelected(state)) return tr;
  return insertParagraph(tr, selection.to);
}

function insertText(view: EditorView, text: string): void {
  if (text === '') return;
  const tr = startPaste(view.state);
  const isCode = tr.selection.$from.parent.type.spec.code;
  if (isCode) tr.insertText(text);
  else tr.replaceSelection(textSlice(text));
  dispatchPasted(view, tr.scrollIntoView());
}

const isInNotes = ({ $from }: Selection) => $from.depth > 0 && isSection($from.node(1));

function pasteSlice(state: EditorState, slice: Slice): Transaction {
  const tr = startPaste(state).replaceSelection(slice);
  // ProseMirror puts the caret after a table, where the footnotes may be.
  if (isInNotes(tr.selection) && !isInNotes(state.selection)) {
    const notes = tr.doc.resolve(tr.selection.$from.before(1));
    tr.setSelection(Selection.near(notes, -1));
  }
  return tr.scrollIntoView();
}

function placeOf(state: EditorState): PastePlace {
  if (isBlockSelected(state)) return { selection: '', isOwnLine: true };
  const { $from, from, to, empty } = state.selection;
  const { type, content } = $from.parent;
  return {
    selection: state.doc.textBetween(from, to, ' '),
    isOwnLine: empty && type === nodes.paragraph && content.size === 0,
  };
}

/** First as text, which undo gives back. */
function insertAsTable(view: EditorView, text: string, table: readonly Node[]): void {
  insertText(view, text);
  const { state } = view;
  const { $from } = state.selection;
  // In a list or a cell it stays text.
  if ($from.depth !== 1) return;
  const first = $from.index(0) - plainParagraphs(text).length + 1;
  const start = positionOfBlock(state.doc, first);
  const tr = state.tr.replaceWith(start, $from.after(1), nodes.paragraph.create());
  tr.setSelection(Selection.near(tr.doc.resolve(start + 1)));
  if (runAfter(tr, state, insertBlocks(table))) dispatchPasted(view, tr);
}

function insertCode(view: EditorView, text: string): void {
  if (!text.trim().includes('\n')) {
    insertText(view, text);
    return;
  }
  const code = nodes.code_block.create(null, schema.text(text.replace(/(?<!\n)\n+$/, '')));
  insertBlocks([code])(view.state, (tr) => dispatchPasted(view, tr));
}

export function pastePlugin(options: PasteOptions): Plugin {
  const plainKeys = new PlainPasteKeys();
  let last = 0;

  async function convert(view: EditorView, data: PastedData): Promise<void> {
    last += 1;
    const id = last;
    const change = (value: PendingChange) => view.dispatch(view.state.tr.setMeta(key, value));
    change({ add: id });
    const converted = await convertPaste(data, {
      site: window.location.origin,
      firstFootnote: () => nextNumber(view.state.doc.children.map(blockHtml).join('\n')),
    });
    if (view.isDestroyed) return;
    options.catchUp();
    const bookmark = key.getState(view.state)?.get(id);
    const { tr, doc } = view.state;
    if (bookmark) tr.setSelection(bookmark.resolve(doc));
    view.dispatch(tr.setMeta(key, { remove: id } satisfies PendingChange));
    insertConverted(view, converted);
  }

  function insertConverted(view: EditorView, converted: ConvertedPaste): void {
    if (converted.kind === 'text') {
      insertText(view, converted.text);
      return;
    }
    const before = view.state.doc;
    insertPasted(converted, options.pictures(), (html) => insertCleaned(view, html));
    if (converted.kind !== 'markdown') return;
    // Without a change, undo would take back what was typed before.
    const isChanged = !view.state.doc.eq(before);
    options.onMarkdown(() => {
      if (isChanged) undo(view.state, view.dispatch);
      insertText(view, converted.text);
      view.focus();
    });
  }

  /** Footnotes join the existing ones. */
  function insertCleaned(view: EditorView, html: string): void {
    const { body, section } = splitSection(html);
    const slice = sliceFromBlocks(options.openPart(body));
    const tr = pasteSlice(view.state, slice);
    const [notes] = section === '' ? [] : options.openPart(section);
    if (notes) addNotes(tr, notes);
    dispatchPasted(view, tr);
  }

  function paste(view: EditorView, data: PastedData, isPlain: boolean): void {
    const { state } = view;
    const dispatch = (tr: Transaction) => dispatchPasted(view, tr);
    if (state.selection.$from.parent.type.spec.code || (isPlain && data.text !== '')) {
      insertText(view, data.text);
      return;
    }
    if (isOwnHtml(data.html)) {
      dispatch(pasteSlice(state, sliceFromOwnHtml(data.html)));
      return;
    }
    const decision = decidePaste(data, placeOf(state), isPlain);
    switch (decision.kind) {
      case 'files':
        options.pictures().insert(decision.files);
        break;
      case 'link':
        setLink(decision.href)(state, dispatch);
        break;
      case 'embed':
        insertBlocks(options.openPart(decision.html))(state, dispatch);
        break;
      case 'table':
        insertAsTable(view, data.text.replace(/(?<!\n)\n+$/, ''), options.openPart(decision.html));
        break;
      case 'convert':
        void convert(view, data);
        break;
      case 'code':
        insertCode(view, data.text);
        break;
      default:
        insertText(view, data.text);
    }
  }

  return new Plugin<Pending>({
    key,
    state: {
      init: () => new Map(),
      apply(transaction, pending) {
        const change: PendingChange | undefined = transaction.getMeta(key);
        if (pending.size === 0 && !change) return pending;
        const next = new Map(
          [...pending].map(([id, bookmark]) => [id, bookmark.map(transaction.mapping)] as const),
        );
        if (change && 'add' in change) next.set(change.add, transaction.selection.getBookmark());
        if (change && 'remove' in change) next.delete(change.remove);
        return next;
      },
    },
    props: {
      handleDOMEvents: {
        keydown(_view, event) {
          plainKeys.onKeyDown(event);
          return false;
        },
        // Why not `handlePaste`: before it, ProseMirror parses the HTML with its styles, which the
        // Content-Security-Policy reports.
        paste(view, event) {
          if (!event.clipboardData || !view.editable) return false;
          event.preventDefault();
          paste(view, readClipboard(event.clipboardData), plainKeys.havePasted(event));
          return true;
        },
        /** For text that is dragged here from elsewhere. */
        drop(view, event) {
          const { dataTransfer, clientX, clientY } = event;
          if (view.dragging || !dataTransfer?.types.some((type) => type.startsWith('text/')))
            return false;
          const place = view.posAtCoords({ left: clientX, top: clientY });
          if (!place) return false;
          event.preventDefault();
          const { tr } = view.state;
          view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(place.pos))));
          paste(view, readClipboard(dataTransfer), false);
          view.focus();
          return true;
        },
      },
    },
  });
}
