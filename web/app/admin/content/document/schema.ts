import {
  type Attrs,
  type DOMOutputSpec,
  type MarkSpec,
  type Node,
  type NodeSpec,
  Schema,
} from 'prosemirror-model';

/** Source attributes without meaning in the editor, in their order. */
export type Extra = readonly (readonly [name: string, value: string])[];

export const CONTAINER_TAGS = ['div', 'section', 'article', 'aside', 'header', 'footer'];

/** Inline elements that have no tool. */
export const PLAIN_INLINE_TAGS =
  'abbr bdi bdo big cite dfn font ins kbd q samp small span time u var'.split(' ');

export const STRONG_TAGS = ['strong', 'b'];
export const EM_TAGS = ['em', 'i'];
export const STRIKE_TAGS = ['s', 'del', 'strike'];

const extra = { default: [] satisfies Extra };

/** The origin is the key of the source block; only top-level nodes have one. */
function block(spec: NodeSpec & { readonly attrs?: NodeSpec['attrs'] }): NodeSpec {
  return {
    ...spec,
    group: 'block',
    attrs: { origin: { default: null }, extra, ...spec.attrs },
    // Files are dropped between blocks, where another mark is shown.
    disableDropCursor: (_view: unknown, _position: unknown, event: DragEvent) =>
      event.dataTransfer?.types.includes('Files') ?? false,
  };
}

/** Only attributes that the page's stylesheet uses; others could change the editor itself. */
function shownAttributes(given: Extra): Record<string, string> {
  const shown = ['class', 'dir', 'lang', 'title'];
  return Object.fromEntries(given.filter(([name]) => shown.includes(name)));
}

function element(tag: string): (node: Node) => DOMOutputSpec {
  return (node) => [tag, shownAttributes(node.attrs.extra), 0];
}

const nodeSpecs = {
  doc: { content: 'block+' },
  /** A `bare` paragraph is written without tags; null means as usual in its parent. */
  paragraph: block({
    content: 'inline*',
    attrs: { bare: { default: null } },
    parseDOM: [{ tag: 'p' }],
    toDOM: element('p'),
  }),
  heading: block({
    content: 'inline*',
    defining: true,
    attrs: { level: { default: 2 } },
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    toDOM: (node) => [`h${node.attrs.level}`, shownAttributes(node.attrs.extra), 0],
  }),
  blockquote: block({
    content: 'block+',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: element('blockquote'),
  }),
  bullet_list: block({
    content: 'list_item+',
    parseDOM: [{ tag: 'ul' }],
    toDOM: element('ul'),
  }),
  ordered_list: block({
    content: 'list_item+',
    attrs: { order: { default: 1 } },
    parseDOM: [{ tag: 'ol' }],
    toDOM: ({ attrs }) => [
      'ol',
      { ...shownAttributes(attrs.extra), ...(attrs.order !== 1 && { start: attrs.order }) },
      0,
    ],
  }),
  list_item: {
    content: 'block+',
    defining: true,
    attrs: { extra },
    parseDOM: [{ tag: 'li' }],
    toDOM: element('li'),
  },
  definition_list: block({
    content: '(definition_term | definition)+',
    toDOM: element('dl'),
  }),
  definition_term: { content: 'inline*', defining: true, attrs: { extra }, toDOM: element('dt') },
  definition: { content: 'block+', defining: true, attrs: { extra }, toDOM: element('dd') },
  /** `plain` means that there is no `code` inside the `pre`. */
  code_block: block({
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    attrs: { language: { default: '' }, plain: { default: false }, codeExtra: extra },
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: ({ attrs }) => [
      'pre',
      { ...shownAttributes(attrs.extra), 'data-language': attrs.language },
      ['code', 0],
    ],
  }),
  rule: block({
    parseDOM: [{ tag: 'hr' }],
    toDOM: ({ attrs }) => ['hr', shownAttributes(attrs.extra)],
  }),
  container: block({
    content: 'block+',
    defining: true,
    attrs: { tag: { default: 'div' } },
    toDOM: ({ attrs }) => [attrs.tag, shownAttributes(attrs.extra), 0],
  }),
  details: block({
    content: 'summary block+',
    defining: true,
    isolating: true,
    // Not <details>, because a typed space in its summary would open and close it.
    toDOM: () => ['div', { class: 'details' }, 0],
  }),
  summary: {
    content: 'inline*',
    defining: true,
    selectable: false,
    attrs: { extra },
    toDOM: () => ['div', { class: 'summary' }, 0],
  },
  /** `caption` is the inner HTML of the caption; null if there is none. */
  table: block({
    content: 'table_row+',
    tableRole: 'table',
    isolating: true,
    attrs: { caption: { default: null }, captionExtra: extra },
    parseDOM: [{ tag: 'table' }],
    toDOM: ({ attrs }) => ['table', shownAttributes(attrs.extra), ['tbody', 0]],
  }),
  table_row: {
    content: '(table_cell | table_header)*',
    tableRole: 'row',
    attrs: { extra, section: { default: 'tbody' } },
    parseDOM: [{ tag: 'tr' }],
    toDOM: element('tr'),
  },
  table_cell: cell('td', 'cell'),
  table_header: cell('th', 'header_cell'),
  /**
   * The content is the caption. `wrapped` means in a `figure`; `link` has the attributes of a link
   * around the picture.
   */
  figure: block({
    content: 'inline*',
    isolating: true,
    defining: true,
    attrs: {
      src: {},
      alt: { default: null },
      imageExtra: extra,
      captionExtra: extra,
      link: { default: null },
      wrapped: { default: true },
    },
    toDOM: ({ attrs }) => [
      'figure',
      shownAttributes(attrs.extra),
      ['img', { src: attrs.src, alt: attrs.alt ?? '' }],
      ['figcaption', 0],
    ],
  }),
  /** Not `figure+`, because the editor could not create a picture to fill it. */
  gallery: block({
    content: 'figure*',
    isolating: true,
    defining: true,
    toDOM: element('figure'),
  }),
  embed: block({
    atom: true,
    draggable: true,
    attrs: { src: {} },
    toDOM: ({ attrs }) => ['iframe', { src: attrs.src, title: 'Video' }],
  }),
  /** HTML that this schema cannot hold without loss. */
  raw_html: block({
    atom: true,
    draggable: true,
    attrs: { html: { default: '' } },
    toDOM: ({ attrs }) => ['pre', attrs.html],
  }),
  /** A picture that is being uploaded; the token stands for it in the text. */
  upload: block({
    atom: true,
    attrs: { token: {} },
    toDOM: () => ['p', 'Uploading…'],
  }),
  text: { group: 'inline' },
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    linebreakReplacement: true,
    attrs: { extra },
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  image: {
    inline: true,
    group: 'inline',
    draggable: true,
    attrs: { src: {}, alt: { default: null }, extra },
    toDOM: ({ attrs }) => [
      'img',
      { ...shownAttributes(attrs.extra), src: attrs.src, alt: attrs.alt ?? '' },
    ],
  },
} satisfies Record<string, NodeSpec>;

function cell(tag: string, tableRole: string): NodeSpec {
  return {
    content: 'block+',
    tableRole,
    isolating: true,
    attrs: {
      extra,
      colspan: { default: 1 },
      rowspan: { default: 1 },
      colwidth: { default: null },
    },
    parseDOM: [{ tag }],
    toDOM: ({ attrs }) => [
      tag,
      {
        ...shownAttributes(attrs.extra),
        ...(attrs.colspan !== 1 && { colspan: attrs.colspan }),
        ...(attrs.rowspan !== 1 && { rowspan: attrs.rowspan }),
      },
      0,
    ],
  };
}

/** Any of these tags makes the mark; new ones get the first. */
function inline(tags: readonly string[]): MarkSpec {
  return {
    attrs: { tag: { default: tags[0] }, extra },
    parseDOM: tags.map((tag) => ({ tag, attrs: { tag } })),
    toDOM: ({ attrs }) => [attrs.tag, shownAttributes(attrs.extra), 0],
  };
}

/**
 * Of marks around the same text, the first is outermost, such as a footnote's `sup` around its
 * link.
 */
const markSpecs = {
  // Text typed after a footnote's number does not belong to the number.
  sup: { ...inline(['sup']), inclusive: false },
  sub: inline(['sub']),
  link: {
    attrs: { href: { default: null }, extra },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (dom: HTMLElement): Attrs => ({ href: dom.getAttribute('href') }),
      },
    ],
    toDOM: ({ attrs }) => ['a', { ...shownAttributes(attrs.extra), href: attrs.href }, 0],
  },
  plain_inline: {
    attrs: { tag: { default: 'span' }, extra },
    excludes: '',
    toDOM: ({ attrs }) => [attrs.tag, shownAttributes(attrs.extra), 0],
  },
  highlight: inline(['mark']),
  strong: inline(STRONG_TAGS),
  em: inline(EM_TAGS),
  strike: inline(STRIKE_TAGS),
  code: inline(['code']),
} satisfies Record<string, MarkSpec>;

export const schema = new Schema({ nodes: nodeSpecs, marks: markSpecs });
export const { nodes, marks } = schema;
export type MarkName = keyof typeof markSpecs;

export function isBareByDefault(parent: string): boolean {
  return ['list_item', 'definition', 'table_cell', 'table_header'].includes(parent);
}
