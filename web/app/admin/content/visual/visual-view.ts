import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { closeHistory, history } from 'prosemirror-history';
import type { Fragment, Node } from 'prosemirror-model';
import {
  type Command,
  EditorState,
  NodeSelection,
  type Plugin,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import type { Punctuation } from '../../punctuation/smart-punctuation.ts';
import { replaceText } from '../document/replace-text.ts';
import { clipboardHtml } from '../document/slices.ts';
import { dispatchAlone } from '../document/transactions.ts';
import { VisualDocument } from '../document/visual-document.ts';
import type { Range } from '../html/html-tags.ts';
import type { Placeholders } from '../pictures/placeholders.ts';
import type { PictureSource, PictureTarget } from '../pictures/use-pictures.ts';
import { dragPicture } from './blocks/drag.ts';
import { writeBelow } from './commands/block-edge-keys.ts';
import { typingInNotes } from './commands/footnotes.ts';
import { typingRules } from './commands/input-rules.ts';
import { editingKeys, unusedEscape } from './commands/keys.ts';
import { gatherPictures, replacePictureSource } from './commands/picture-commands.ts';
import { wordsBesideNumbers } from './commands/words-beside-numbers.ts';
import { type NodeViewOptions, nodeViews } from './node-views/node-views.ts';
import { markBlock, markedBlock } from './plugins/block-decorations.ts';
import {
  CaretFollower,
  keepCaretSteady,
  SCROLL_MARGINS,
  steadyCaret,
} from './plugins/caret-scrolling.ts';
import { dropPlugin, placeBeside } from './plugins/drop-plugin.ts';
import { findPlugin } from './plugins/find-plugin.ts';
import { type PasteOptions, pastePlugin } from './plugins/paste-plugin.ts';
import { replaceUploads, resolvedUploads } from './plugins/uploads.ts';
import { typingPlugin } from './typing/typing-plugin.ts';

type VisualOptions = NodeViewOptions & {
  readonly content: string;
  readonly onContent: (content: string) => void;
  /** The current text while another view is shown, otherwise null. */
  readonly contentElsewhere: () => string | null;
  readonly attributes: () => Record<string, string>;
  /** These come before the editor's own keys and rules. */
  readonly plugins: readonly Plugin[];
  readonly pictures: PasteOptions['pictures'];
  readonly onEscape: () => void;
  readonly onMarkdown: (conversion: MarkdownConversion) => void;
  readonly punctuation: () => Punctuation | null;
  readonly placeholders: Pick<Placeholders, 'isPending' | 'fileOf' | 'resultOf'>;
};

export type MarkdownConversion = {
  readonly content: string;
  readonly keep: () => void;
};

export class VisualView implements PictureTarget {
  readonly view: EditorView;
  readonly document: VisualDocument;
  readonly #options: VisualOptions;
  readonly #listeners = new Set<() => void>();
  #written: string;
  /** Texts that were written, but have not come back through `setContent` yet. */
  #sent: string[] = [];
  readonly #caretFollower: CaretFollower;
  #isTabFree = false;
  hadFocus = false;

  constructor(place: HTMLElement, options: VisualOptions) {
    this.#options = options;
    this.document = new VisualDocument({ isPlaceholder: options.placeholders.isPending });
    this.#written = options.content;
    this.view = new EditorView(place, {
      state: EditorState.create({
        doc: this.document.open(options.content),
        plugins: [
          ...options.plugins,
          pastePlugin({
            pictures: options.pictures,
            openPart: this.#openPart,
            catchUp: () => {
              const content = options.contentElsewhere();
              if (content !== null) this.setContent(content);
            },
            onMarkdown: (keep) => options.onMarkdown({ content: this.#written, keep }),
          }),
          dropPlugin((files, place) => options.pictures().insert(files, place)),
          resolvedUploads(options.placeholders.resultOf, this.#openPart),
          findPlugin(),
          typingRules(),
          typingInNotes(),
          wordsBesideNumbers(),
          typingPlugin(options.punctuation),
          ...editingKeys(() => this.#isTabFree),
          dropCursor({ color: false, class: 'visual-drop', width: 3 }),
          gapCursor(),
          tableEditing(),
          markedBlock(),
          history(),
          steadyCaret(),
          unusedEscape(options.onEscape),
        ],
      }),
      nodeViews: nodeViews({
        ...options,
        openPart: this.#openPart,
        fileOf: options.placeholders.fileOf,
        onDragPicture: (position, pressed) => dragPicture(this.view, position, pressed),
      }),
      attributes: options.attributes,
      clipboardSerializer: { serializeFragment: clipboardFragment } as never,
      handleScrollToSelection: keepCaretSteady,
      scrollMargin: SCROLL_MARGINS,
      scrollThreshold: SCROLL_MARGINS,
      dispatchTransaction: (transaction) => {
        // Its own undo step, so that undo does not also take back what was typed right before.
        const isReplaced = transaction.docChanged && !this.view.state.selection.empty;
        const applied = isReplaced ? closeHistory(transaction) : transaction;
        const { state, transactions } = this.view.state.applyTransaction(applied);
        this.view.updateState(state);
        if (transactions.some(({ docChanged }) => docChanged)) this.#afterChange();
        for (const listener of this.#listeners) listener();
      },
      handleDOMEvents: {
        // Escape lets the next Tab leave the editor where Tab has another meaning.
        keydown: (_view, { key }) => {
          if (key === 'Escape') this.#isTabFree = true;
          else if (!['Tab', 'Shift'].includes(key)) this.#isTabFree = false;
          return false;
        },
        focus: () => {
          this.hadFocus = true;
          return false;
        },
        blur: () => {
          this.#isTabFree = false;
          return false;
        },
      },
    });
    this.#caretFollower = new CaretFollower(this.view);
  }

  readonly #openPart = (html: string): Node[] => this.document.openPart(html);

  #afterChange(): void {
    const written = this.document.write(this.view.state.doc);
    if (written === this.#written) return;
    this.#written = written;
    this.#sent.push(written);
    this.#options.onContent(written);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getState = (): EditorState => this.view.state;

  /** Focuses the text afterwards. */
  run(command: Command): boolean {
    const done = command(this.view.state, this.view.dispatch, this.view);
    this.view.focus();
    return done;
  }

  /** For a text that was changed elsewhere. The caret stays in its block where possible. */
  setContent(content: string): void {
    const own = this.#sent.lastIndexOf(content);
    if (own !== -1) {
      // It may be an older one, because React may not have rendered the newest yet.
      this.#sent = this.#sent.slice(own + 1);
      return;
    }
    this.#sent = [];
    if (content === this.#written) return;
    this.#written = content;
    const { doc, tr, selection } = this.view.state;
    const next = this.document.open(content);
    const head = mapPosition(doc, next, selection.head);
    tr.replaceWith(0, doc.content.size, next.content);
    tr.setSelection(Selection.near(tr.doc.resolve(Math.min(head, tr.doc.content.size))));
    dispatchAlone(this.view, tr);
  }

  /**
   * Inserts between blocks, at a position or beside the block with the caret, which moves below.
   * What is dropped before a paragraph leaves no empty one there.
   */
  insertLines(lines: readonly string[], position?: number): void {
    const { state } = this.view;
    const { tr } = state;
    const created = lines.flatMap((line) => this.document.openPart(line));
    // At the end if the text never had the focus.
    const caret = this.hadFocus ? state.selection.to : state.doc.content.size;
    const at = placeBeside(state.doc, position ?? caret);
    tr.insert(at, created);
    const below = at + created.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    const isDropped = position !== undefined && tr.doc.nodeAt(below)?.type.name === 'paragraph';
    if (isDropped) tr.setSelection(TextSelection.create(tr.doc, below + 1)).scrollIntoView();
    else writeBelow(tr, below);
    dispatchAlone(this.view, tr);
    this.#caretFollower.follow();
  }

  resolve(): void {
    const { resultOf } = this.#options.placeholders;
    const tr = replaceUploads(this.view.state, resultOf, this.#openPart);
    if (tr) this.view.dispatch(tr);
  }

  /** Undo takes it back in one step. */
  replaceText(ranges: readonly Range[], text: string): void {
    dispatchAlone(this.view, replaceText(this.view.state, ranges, text, this.document));
  }

  replaceSource(picture: PictureSource, url: string): boolean {
    const dispatch = (tr: Transaction) => dispatchAlone(this.view, tr);
    return replacePictureSource(picture, url)(this.view.state, dispatch);
  }

  /** Undo takes it back in one step. */
  gather(sources: ReadonlySet<string>): void {
    this.#caretFollower.followThrough(() => {
      gatherPictures(sources)(this.view.state, (tr) => dispatchAlone(this.view, tr));
    });
  }

  /** Called before the text may be changed elsewhere. */
  leave(): void {
    this.#sent = [];
  }

  /** Marks the block at an offset of the HTML, scrolls to it and puts the caret into it. */
  showBlock(offset: number): void {
    const { doc, tr } = this.view.state;
    const position = this.document.positionAt(doc, offset);
    const block = doc.nodeAt(position);
    tr.setSelection(
      block?.isAtom
        ? NodeSelection.create(doc, position)
        : Selection.near(doc.resolve(position), 1),
    );
    this.view.dispatch(markBlock(tr, position));
    this.view.focus();
    scrollToBlock(this.view.nodeDOM(position));
  }

  destroy(): void {
    this.#caretFollower.stop();
    this.view.destroy();
  }
}

/** A block that is higher than half the window is shown from its beginning. */
function scrollToBlock(block: globalThis.Node | null): void {
  if (!(block instanceof HTMLElement)) return;
  const isHigh = block.offsetHeight > innerHeight / 2;
  block.scrollIntoView({ block: isHigh ? 'start' : 'center' });
}

function clipboardFragment(fragment: Fragment): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = clipboardHtml(fragment);
  return template.content;
}

/** Finds the same place in another version of a document by equal content before or after it. */
function mapPosition(from: Node, to: Node, position: number): number {
  const start = diffStart(from, to);
  if (position <= start) return position;
  return Math.max(start, position - from.content.size + to.content.size);
}

/** Origins differ in every version, so content is compared block by block. */
function diffStart(a: Node, b: Node): number {
  let position = 0;
  for (const [index, child] of a.children.entries()) {
    const other = b.maybeChild(index);
    if (!other || !child.content.eq(other.content) || child.type !== other.type) {
      const inside = other ? child.content.findDiffStart(other.content, 0) : 0;
      return position + (inside ?? 0);
    }
    position += child.nodeSize;
  }
  return position;
}
