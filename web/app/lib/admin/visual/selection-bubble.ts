import {
  type Command,
  type EditorState,
  Plugin,
  PluginKey,
  TextSelection,
} from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { askForLink } from './address-question.ts';
import {
  isHeading,
  isMarkActive,
  linkAround,
  markType,
  nodeType,
  toggle,
  toggleHeading,
} from './commands.ts';

/** Dismissed: not before the next selection. */
type Bubble = 'hidden' | 'shown' | 'dismissed';

const key = new PluginKey<Bubble>('selectionBubble');

export function isBubbleShown(state: EditorState): boolean {
  return key.getState(state) === 'shown';
}

/** Some text is selected, and not in code only. */
export function isTextSelected({ selection }: EditorState): boolean {
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

/** After the selection is finished. */
export const showBubble: Command = setBubble('shown');

/** While the selection is made. */
export const hideBubble: Command = setBubble('hidden');

export const dismissBubble: Command = (state, dispatch) =>
  isBubbleShown(state) && setBubble('dismissed')(state, dispatch);

/** Long enough for a finger that moves the end of a selection. */
const PAUSE_MS = 350;

/** The editor reads the selection after the event that changed it. */
const READ_MS = 20;

/** Tells when a selection is finished: no pointer is down, and nothing has changed for a while. */
class Watch {
  readonly #view: EditorView;
  #isPointerDown = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    view.dom.addEventListener('pointerdown', this.#onDown);
    view.dom.addEventListener('keyup', this.#onKeyUp);
    // The pointer may be released elsewhere.
    window.addEventListener('pointerup', this.#onUp);
    window.addEventListener('pointercancel', this.#onUp);
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
    this.#view.dom.removeEventListener('pointerdown', this.#onDown);
    this.#view.dom.removeEventListener('keyup', this.#onKeyUp);
    window.removeEventListener('pointerup', this.#onUp);
    window.removeEventListener('pointercancel', this.#onUp);
  }
}

/** Tools near a selection. Typing replaces the selection, and so hides them. */
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

export type BubbleTool = {
  readonly name: string;
  readonly label: string;
  readonly command: Command;
  readonly isActive: (state: EditorState) => boolean;
  readonly isPossible?: (state: EditorState) => boolean;
};

function mark(name: string, label: string, type: string): BubbleTool {
  return {
    name,
    label,
    command: toggle(type),
    isActive: (state) => isMarkActive(state, markType(type)),
  };
}

function heading(level: number): BubbleTool {
  return {
    name: `Heading ${level}`,
    label: `H${level}`,
    command: toggleHeading(level),
    isActive: (state) => isHeading(state, level),
    isPossible({ selection: { $from, $to } }) {
      const types = [nodeType('paragraph'), nodeType('heading')];
      return $from.sameParent($to) && types.includes($from.parent.type);
    },
  };
}

export const BUBBLE_TOOLS: readonly BubbleTool[] = [
  mark('Bold', 'B', 'strong'),
  mark('Italic', 'I', 'em'),
  mark('Strike', 'S', 'strike'),
  mark('Code', '</>', 'code'),
  mark('Highlight', 'A', 'highlight'),
  mark('Subscript', 'x₂', 'sub'),
  mark('Superscript', 'x²', 'sup'),
  {
    name: 'Link',
    label: 'Link',
    command: askForLink,
    isActive: (state) => linkAround(state) !== null,
  },
  heading(2),
  heading(3),
];
