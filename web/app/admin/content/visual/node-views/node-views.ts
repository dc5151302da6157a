import type { Node } from 'prosemirror-model';
import type { NodeView, NodeViewConstructor } from 'prosemirror-view';
import { nameOfToken } from '../../pictures/placeholders.ts';
import type { PictureSource } from '../../pictures/use-pictures.ts';
import { type BlockOptions, BlockView, element } from './block-view.ts';
import styles from './node-views.module.css';
import { FigureView, GalleryView } from './picture-views.ts';
import { RawHtmlView } from './raw-html-view.ts';
import { TableView } from './table-view.ts';

class CodeView extends BlockView {
  readonly dom: HTMLElement;
  override readonly contentDOM = element('code', { spellcheck: 'false' });
  readonly #language: HTMLInputElement;

  constructor(options: BlockOptions) {
    super(options);
    this.#language = element('input', {
      class: styles.language,
      'aria-label': 'Language of the code',
      placeholder: 'Language',
      contenteditable: 'false',
      'data-controls': '',
      tabindex: '-1',
      spellcheck: 'false',
      autocapitalize: 'off',
    });
    this.#language.addEventListener('input', () => {
      const language = this.#language.value.trim().replace(/[^\w+#.-]/g, '');
      if (language !== this.node.attrs.language) this.setAttributes({ language, plain: false });
    });
    this.#language.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      this.view.focus();
    });
    this.dom = element('pre', {}, this.#language, this.contentDOM);
    this.show();
  }

  protected override show(): void {
    const { language } = this.node.attrs;
    if (this.#language.value.trim() !== language) this.#language.value = language;
  }
}

export type NodeViewOptions = {
  readonly imageUrl: (src: string) => string;
  readonly render: (html: string, signal: AbortSignal) => Promise<string>;
  readonly replacePicture: (picture: PictureSource, onDone: () => void) => void;
};

export type NodeViewContext = NodeViewOptions & {
  /** Returns the blocks of HTML that was written by hand. */
  readonly openPart: (html: string) => Node[];
  readonly fileOf: (token: string) => File | undefined;
  readonly onDragPicture: (position: number, pressed: PointerEvent) => void;
};

/** Sets the size that the picture will have, so that nothing moves when it arrives. */
async function reserve(box: HTMLElement, file: File): Promise<void> {
  try {
    const { width, height } = await createImageBitmap(file);
    box.style.width = `${width}px`;
    box.style.aspectRatio = `${width} / ${height}`;
  } catch {
    // The browser cannot read the file: the server will refuse or convert it.
  }
}

function uploadView({ attrs }: Node, { fileOf }: NodeViewContext): NodeView {
  const name = nameOfToken(attrs.token) ?? 'a picture';
  const box = element('div', {}, `Uploading ${name}…`);
  const dom = element(
    'div',
    { class: styles.upload, contenteditable: 'false', 'data-upload': '' },
    box,
  );
  const file = fileOf(attrs.token);
  if (file) void reserve(box, file);
  return { dom, ignoreMutation: () => true };
}

function embedView({ attrs }: Node): NodeView {
  const frame = element('iframe', {
    src: attrs.src,
    title: 'Video',
    loading: 'lazy',
    tabindex: '-1',
  });
  const dom = element('div', { class: styles.embed, contenteditable: 'false' }, frame);
  return { dom, ignoreMutation: () => true };
}

export function nodeViews(context: NodeViewContext): Record<string, NodeViewConstructor> {
  const of =
    (View: new (options: BlockOptions) => NodeView): NodeViewConstructor =>
    (node, view, position) =>
      new View({ ...context, node, view, position });
  return {
    raw_html: of(RawHtmlView),
    figure: of(FigureView),
    gallery: of(GalleryView),
    code_block: of(CodeView),
    table: of(TableView),
    upload: (node) => uploadView(node, context),
    embed: embedView,
  };
}
