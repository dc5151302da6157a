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
import { dispatchAlone } from '../../document/dispatch-alone.ts';
import { schema } from '../../document/schema.ts';
import { isOwnHtml, sliceFromBlocks, sliceFromOwnHtml } from '../../document/slices.ts';
import { blockHtml } from '../../document/to-html.ts';
import { nextNumber, splitSection } from '../../html/footnote-markup.ts';
import { insertPasted } from '../../paste/insert-pasted.ts';
import {
  type ConvertedPaste,
  convertPaste,
  decidePaste,
  type PastedData,
  type PastePlace,
  readClipboard,
} from '../../paste/paste.ts';
import { plainParagraphs } from '../../paste/plain-lines.ts';
import { PlainPasteKeys } from '../../paste/plain-paste-keys.ts';
import type { Pictures } from '../../pictures/use-pictures.ts';
import { insertParagraph } from '../commands/block-edge-keys.ts';
import { insertBlocks, nodeType, setLink } from '../commands/commands.ts';
import { addNotes } from '../commands/footnotes.ts';
import { isInGallery } from '../commands/gallery-commands.ts';

/** Where what is being converted goes, in the document of now. */
type Pending = ReadonlyMap<number, SelectionBookmark>;
type PendingChange = { readonly add: number } | { readonly remove: number };

const key = new PluginKey<Pending>('paste');

export type PasteOptions = {
  readonly pictures: () => Pick<Pictures, 'insert' | 'insertWith' | 'notePasted'>;
  /** The blocks of cleaned HTML, with places for pictures that are being uploaded. */
  readonly openPart: (html: string) => Node[];
  /** Before what was converted is inserted: the text may have been changed in another view since. */
  readonly catchUp: () => void;
  /** After Markdown was converted; the function puts back what was pasted. */
  readonly onMarkdown: (keep: () => void) => void;
};

function textSlice(text: string): Slice {
  const lineBreak = nodeType('hard_break').create();
  const blocks = plainParagraphs(text).map((lines) => {
    const content = lines.flatMap((line) => [lineBreak, ...(line ? [schema.text(line)] : [])]);
    return schema.node('paragraph', null, content.slice(1));
  });
  return new Slice(Fragment.from(blocks), 1, 1);
}

/** For undo, one step; the menu of blocks must not take a pasted slash for a typed one. */
function dispatchPasted(view: EditorView, transaction: Transaction): void {
  dispatchAlone(view, transaction.setMeta('paste', true));
}

/** Whether a block is selected as a whole, where a paragraph can follow it. */
function isBlockSelected({ selection }: EditorState): boolean {
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return false;
  const { $to } = selection;
  const takesParagraph = $to.parent.canReplaceWith($to.index(), $to.index(), nodeType('paragraph'));
  return takesParagraph || isInGallery($to);
}

/** A selected block is not replaced: what is pasted goes into a new paragraph after it. */
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

function insertSlice(view: EditorView, slice: Slice): void {
  dispatchPasted(view, startPaste(view.state).replaceSelection(slice).scrollIntoView());
}

function placeOf(state: EditorState): PastePlace {
  if (isBlockSelected(state)) return { selection: '', isOwnLine: true };
  const { $from, from, to, empty } = state.selection;
  const { type, content } = $from.parent;
  return {
    selection: state.doc.textBetween(from, to, ' '),
    isOwnLine: empty && type === nodeType('paragraph') && content.size === 0,
  };
}

/** Several lines are a block. */
function insertCode(view: EditorView, text: string): void {
  if (!text.trim().includes('\n')) {
    insertText(view, text);
    return;
  }
  const code = nodeType('code_block').create(null, schema.text(text.replace(/\n+$/, '')));
  insertBlocks([code])(view.state, (tr) => dispatchPasted(view, tr));
}

/** Pastes what programs and pages copy as clean blocks. */
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

  /** The footnotes go to those that are there. */
  function insertCleaned(view: EditorView, html: string): void {
    const { body, section } = splitSection(html);
    const slice = sliceFromBlocks(options.openPart(body));
    const tr = startPaste(view.state).replaceSelection(slice).scrollIntoView();
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
      insertSlice(view, sliceFromOwnHtml(data.html));
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
        /** Text that is dragged here from elsewhere. */
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
