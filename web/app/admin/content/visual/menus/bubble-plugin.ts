import {
  type Command,
  type EditorState,
  Plugin,
  PluginKey,
  TextSelection,
} from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { nodes } from '../../document/schema.ts';
import { heading, LINK, mark, type VisualTool } from '../commands/visual-tools.ts';
import { READ_MS } from '../commands/words-beside-numbers.ts';

/** A dismissed bubble is not shown before the next selection. */
type Bubble = 'hidden' | 'shown' | 'dismissed';

const key = new PluginKey<Bubble>('selectionBubble');

export function isBubbleShown(state: EditorState): boolean {
  return key.getState(state) === 'shown';
}

/** Selections within code do not count. */
function isTextSelected({ selection }: EditorState): boolean {
  if (!(selection instanceof TextSelection) || selection.empty) return false;
  return !selection.$from.parent.type.spec.code && !selection.$to.parent.type.spec.code;
}

function setBubble(to: Bubble): Command {
  return (state, dispatch) => {
    const now = key.getState(state);
    if (now === to || (to === 'shown' && (now === 'dismissed' || !isTextSelected(state))))
      return false;
    dispatch?.(state.tr.setMeta(key, to).setMeta('addToHistory', false));
    return true;
  };
}

export const showBubble: Command = setBubble('shown');

export const hideBubble: Command = setBubble('hidden');

export const dismissBubble: Command = (state, dispatch) =>
  isBubbleShown(state) && setBubble('dismissed')(state, dispatch);

/** Long enough for a finger that moves the end of a selection. */
const PAUSE_MS = 350;

/** A selection is finished when no pointer is down and nothing has changed for a while. */
class Watch {
  readonly #view: EditorView;
  readonly #stop = new AbortController();
  #isPointerDown = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    const { signal } = this.#stop;
    view.dom.addEventListener('pointerdown', this.#onDown, { signal });
    view.dom.addEventListener('keyup', this.#onKeyUp, { signal });
    // The pointer may be released elsewhere.
    window.addEventListener('pointerup', this.#onUp, { signal });
    window.addEventListener('pointercancel', this.#onUp, { signal });
  }

  #onDown = ({ button }: PointerEvent) => {
    if (button !== 0) return;
    this.#isPointerDown = true;
    hideBubble(this.#view.state, this.#view.dispatch);
  };

  #onUp = () => {
    if (!this.#isPointerDown) return;
    this.#isPointerDown = false;
    this.#showAfter(READ_MS);
  };

  #onKeyUp = ({ key: released }: KeyboardEvent) => {
    if (released !== 'Escape') this.#showAfter(READ_MS);
  };

  #showAfter(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.#isPointerDown && this.#view.hasFocus())
        showBubble(this.#view.state, this.#view.dispatch);
    }, pause);
  }

  update(_view: EditorView, before: EditorState): void {
    const { state } = this.#view;
    if (!state.selection.eq(before.selection) && isTextSelected(state)) this.#showAfter(PAUSE_MS);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#stop.abort();
  }
}

/** Typing replaces the selection, and so hides the tools. */
export function selectionBubble(): Plugin<Bubble> {
  return new Plugin<Bubble>({
    key,
    state: {
      init: () => 'hidden',
      apply(transaction, bubble, before, state) {
        const change: Bubble | undefined = transaction.getMeta(key);
        if (change) return change;
        if (!isTextSelected(state)) return 'hidden';
        const { $anchor, $head } = before.selection;
        const isSame =
          transaction.mapping.map($anchor.pos) === state.selection.anchor &&
          transaction.mapping.map($head.pos) === state.selection.head;
        return bubble === 'dismissed' && !isSame ? 'hidden' : bubble;
      },
    },
    view: (view) => new Watch(view),
    props: {
      handleKeyDown: (view, { key: pressed }) =>
        pressed === 'Escape' && dismissBubble(view.state, view.dispatch),
    },
  });
}

type BubbleTool = VisualTool & {
  readonly name: string;
  readonly label: string;
  readonly isPossible?: (state: EditorState) => boolean;
};

function canBeHeading({ selection: { $from, $to } }: EditorState): boolean {
  const types = [nodes.paragraph, nodes.heading];
  return $from.sameParent($to) && types.includes($from.parent.type);
}

export const BUBBLE_TOOLS: readonly BubbleTool[] = [
  { name: 'Bold', label: 'B', ...mark('strong') },
  { name: 'Italic', label: 'I', ...mark('em') },
  { name: 'Strike', label: 'S', ...mark('strike') },
  { name: 'Code', label: '</>', ...mark('code') },
  { name: 'Highlight', label: 'A', ...mark('highlight') },
  { name: 'Subscript', label: 'x₂', ...mark('sub') },
  { name: 'Superscript', label: 'x²', ...mark('sup') },
  { name: 'Link', label: 'Link', ...LINK },
  { name: 'Heading 2', label: 'H2', ...heading(2), isPossible: canBeHeading },
  { name: 'Heading 3', label: 'H3', ...heading(3), isPossible: canBeHeading },
];
