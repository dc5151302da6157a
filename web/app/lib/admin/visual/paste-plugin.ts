import { undo } from 'prosemirror-history';
import { Fragment, type Node, Slice } from 'prosemirror-model';
import {
  type EditorState,
  Plugin,
  PluginKey,
  Selection,
  type SelectionBookmark,
  type Transaction,
} from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { insertPasted } from '../paste/insert-pasted.ts';
import {
  type ConvertedPaste,
  convertPaste,
  decidePaste,
  type PastedData,
  readClipboard,
} from '../paste/paste.ts';
import type { Pictures } from '../use-pictures.ts';
import { insertBlocks, nodeType, setLink } from './commands.ts';
import { dispatchAlone } from './one-step.ts';
import { schema } from './schema.ts';
import { isOwnHtml, sliceFromBlocks, sliceFromOwnHtml } from './slices.ts';

/** Where what is being converted goes, in the document of now. */
type Pending = ReadonlyMap<number, SelectionBookmark>;
type PendingChange = { readonly add: number } | { readonly remove: number };

const key = new PluginKey<Pending>('paste');

export type PasteOptions = {
  readonly pictures: () => Pick<Pictures, 'insert' | 'insertWith'>;
  /** The blocks of cleaned HTML, with places for pictures that are being uploaded. */
  readonly openPart: (html: string) => Node[];
  /** After Markdown was converted; the function puts back what was pasted. */
  readonly onMarkdown: (keep: () => void) => void;
};

/** A line is a paragraph. */
function textSlice(text: string): Slice {
  const lines = text.split(/\n+/);
  const blocks = lines.map((line) =>
    schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]),
  );
  return new Slice(Fragment.from(blocks), 1, 1);
}

function insertText(view: EditorView, text: string): void {
  const { tr, selection } = view.state;
  const isCode = selection.$from.parent.type.spec.code;
  if (isCode) tr.insertText(text);
  else tr.replaceSelection(textSlice(text));
  dispatchAlone(view, tr.scrollIntoView());
}

function insertSlice(view: EditorView, slice: Slice): void {
  dispatchAlone(view, view.state.tr.replaceSelection(slice).scrollIntoView());
}

function isOwnLine({ selection: { $from, empty } }: EditorState): boolean {
  return empty && $from.parent.type === nodeType('paragraph') && $from.parent.content.size === 0;
}

/** Lines that a code editor has copied. */
function isCode({ types, text }: PastedData): boolean {
  return types.includes('vscode-editor-data') && text.trim().includes('\n');
}

function insertCode(view: EditorView, text: string): void {
  const code = nodeType('code_block').create(null, schema.text(text.replace(/\n+$/, '')));
  insertBlocks([code])(view.state, (tr) => dispatchAlone(view, tr));
}

/** Pastes what programs and pages copy as clean blocks. */
export function pastePlugin(options: PasteOptions): Plugin {
  let isPlain = false;
  let last = 0;

  async function convert(view: EditorView, data: PastedData): Promise<void> {
    last += 1;
    const id = last;
    const change = (value: PendingChange) => view.dispatch(view.state.tr.setMeta(key, value));
    change({ add: id });
    const converted = await convertPaste(data, window.location.origin);
    if (view.isDestroyed) return;
    const bookmark = key.getState(view.state)?.get(id);
    const { tr, doc } = view.state;
    if (bookmark) tr.setSelection(bookmark.resolve(doc));
    view.dispatch(tr.setMeta(key, { remove: id } satisfies PendingChange));
    insertConverted(view, converted, data);
  }

  function insertConverted(view: EditorView, converted: ConvertedPaste, data: PastedData): void {
    if (converted.kind === 'text') {
      insertText(view, converted.text);
      return;
    }
    insertPasted(converted, data.files, options.pictures(), (html) =>
      insertSlice(view, sliceFromBlocks(options.openPart(html))),
    );
    if (converted.kind !== 'markdown') return;
    options.onMarkdown(() => {
      undo(view.state, view.dispatch);
      insertText(view, converted.text);
      view.focus();
    });
  }

  function paste(view: EditorView, data: PastedData): void {
    const { state } = view;
    const dispatch = (tr: Transaction) => dispatchAlone(view, tr);
    const { from, to, $from } = state.selection;
    if ($from.parent.type.spec.code || (isPlain && data.text !== '')) {
      insertText(view, data.text);
      return;
    }
    if (isOwnHtml(data.html)) {
      insertSlice(view, sliceFromOwnHtml(data.html));
      return;
    }
    const selection = state.doc.textBetween(from, to, ' ');
    const place = { selection, isOwnLine: isOwnLine(state) };
    const decision = decidePaste(data, place, isPlain);
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
      default:
        if (isCode(data)) insertCode(view, data.text);
        else insertText(view, data.text);
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
        /** Not every browser leaves out the HTML for 'Paste as plain text'. */
        keydown(_view, event) {
          const isPaste = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v';
          if (event.key !== 'Shift' && event.key !== 'Control' && event.key !== 'Meta')
            isPlain = isPaste && event.shiftKey;
          return false;
        },
        // Why not `handlePaste`: before it, ProseMirror parses the HTML with its styles, which the
        // Content-Security-Policy reports.
        paste(view, event) {
          if (!event.clipboardData || !view.editable) return false;
          event.preventDefault();
          paste(view, readClipboard(event.clipboardData));
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
          paste(view, readClipboard(dataTransfer));
          view.focus();
          return true;
        },
      },
    },
  });
}
