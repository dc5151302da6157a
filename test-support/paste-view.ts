import { EditorState, type Plugin, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

type Formats = Readonly<Record<string, string>>;

function transferOf(formats: Formats): DataTransfer {
  return {
    types: Object.keys(formats),
    files: [],
    getData: (type: string) => formats[type] ?? '',
  } as never;
}

/** As much of an editor as the paste plugin needs, without a page. */
export class PasteView {
  state: EditorState;
  readonly editable = true;
  readonly isDestroyed = false;

  constructor(state: EditorState, plugin: Plugin) {
    this.state = EditorState.create({
      doc: state.doc,
      selection: state.selection,
      plugins: [...state.plugins, plugin],
    });
    this.#plugin = plugin;
  }

  readonly #plugin: Plugin;

  dispatch = (transaction: Transaction): void => {
    this.state = this.state.apply(transaction);
  };

  focus(): void {}

  posAtCoords(): { pos: number } {
    return { pos: this.state.selection.from };
  }

  #send(name: 'keydown' | 'paste' | 'drop', event: object): void {
    const handler = this.#plugin.props.handleDOMEvents?.[name];
    const all = { preventDefault() {}, timeStamp: 0, ...event };
    handler?.call(this.#plugin, this as unknown as EditorView, all as never);
  }

  press(key: object): void {
    this.#send('keydown', key);
  }

  paste(formats: Formats, timeStamp = 0): void {
    this.#send('paste', { clipboardData: transferOf(formats), timeStamp });
  }

  drop(formats: Formats, timeStamp = 0): void {
    this.#send('drop', { dataTransfer: transferOf(formats), timeStamp });
  }
}
