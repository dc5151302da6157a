import { escapeAttribute, escapeText } from '@longhand/contract/posts/search';
import type { Fragment, Mark, Node } from 'prosemirror-model';
import { closedHtml } from './parse-html.ts';
import { type Extra, isBareByDefault } from './schema.ts';

function attributes(list: Extra): string {
  return list.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');
}

function tag(name: string, list: Extra, content: string): string {
  return `<${name}${attributes(list)}>${content}</${name}>`;
}

/** Writes nbsp as an entity, as browsers do. */
function text(value: string): string {
  return escapeText(value).replaceAll('\u00a0', '&nbsp;');
}

function openingTag({ type, attrs }: Mark): string {
  if (type.name !== 'link') return `<${attrs.tag}${attributes(attrs.extra)}>`;
  const href: Extra = attrs.href === null ? [] : [['href', attrs.href]];
  return `<a${attributes([...href, ...attrs.extra])}>`;
}

function closingTag({ type, attrs }: Mark): string {
  return `</${type.name === 'link' ? 'a' : attrs.tag}>`;
}

function image(src: string, alt: string | null, extra: Extra): string {
  const own: Extra = [['src', src], ...(alt === null ? [] : [['alt', alt] as const])];
  return `<img${attributes([...own, ...extra])}>`;
}

function leaf(node: Node): string {
  if (node.isText) return text(node.text ?? '');
  if (node.type.name === 'hard_break') return `<br${attributes(node.attrs.extra)}>`;
  return image(node.attrs.src, node.attrs.alt, node.attrs.extra);
}

/** For marks that reach farther, the order is that of the schema. */
const MAX_EXTENT = 50;

function extent(mark: Mark, content: readonly Node[], from: number): number {
  let count = 1;
  while (count < MAX_EXTENT && mark.isInSet(content[from + count]?.marks ?? [])) count += 1;
  return count;
}

/** The mark that reaches farthest is outermost, so that no element is split needlessly. */
function inline({ content }: Fragment): string {
  let html = '';
  let open: Mark[] = [];
  for (const [index, node] of content.entries()) {
    const ended = open.findIndex((mark) => !mark.isInSet(node.marks));
    const kept = ended === -1 ? open : open.slice(0, ended);
    const opened = node.marks
      .filter((mark) => !mark.isInSet(kept))
      .map((mark) => ({ mark, reach: extent(mark, content, index) }))
      .toSorted((a, b) => b.reach - a.reach)
      .map(({ mark }) => mark);
    html += open.slice(kept.length).toReversed().map(closingTag).join('');
    html += opened.map(openingTag).join('') + leaf(node);
    open = [...kept, ...opened];
  }
  return html + open.toReversed().map(closingTag).join('');
}

function isBare(node: Node, parent: Node): boolean {
  if (node.type.name !== 'paragraph' || node.attrs.extra.length > 0) return false;
  return node.attrs.bare ?? isBareByDefault(parent.type.name);
}

/** Two adjacent texts without tags would become one. */
function blocks(parent: Node): string[] {
  return parent.children.map((node, index) => {
    const beside = [parent.maybeChild(index - 1), parent.maybeChild(index + 1)];
    const isAlone = !beside.some((other) => other && isBare(other, parent));
    if (node.type.name === 'raw_html') return closedHtml(node.attrs.html);
    return isBare(node, parent) && isAlone ? inline(node.content) : blockHtml(node);
  });
}

function indent(html: string): string {
  // Indenting would change the lines of a code block.
  return html.includes('<pre') ? html : html.replaceAll('\n', '\n  ');
}

function lines(children: readonly string[]): string {
  return `\n${children.map((child) => `  ${indent(child)}\n`).join('')}`;
}

/** A single child stays on the line of its parent. */
function around(parent: Node): string {
  const children = blocks(parent);
  return children.length > 1 ? `\n${children.join('\n')}\n` : children.join('');
}

function list(node: Node, name: string, extra: Extra): string {
  const items = node.children.map((item) => {
    const [first = '', ...rest] = blocks(item);
    return tag('li', item.attrs.extra, rest.length > 0 ? first + lines(rest) : first);
  });
  return tag(name, extra, lines(items));
}

function code({ attrs, textContent }: Node): string {
  const classes: Extra = attrs.language ? [['class', `language-${attrs.language}`]] : [];
  const escaped = text(textContent);
  // Parsers drop a line break directly after `<pre>`.
  const inner = attrs.plain && escaped.startsWith('\n') ? `\n${escaped}` : escaped;
  const wrapped = attrs.plain ? inner : tag('code', [...classes, ...attrs.codeExtra], inner);
  return tag('pre', attrs.extra, wrapped);
}

function cell(node: Node): string {
  const { extra, colspan, rowspan } = node.attrs;
  const spans: Extra = [
    ...(colspan === 1 ? [] : [['colspan', String(colspan)] as const]),
    ...(rowspan === 1 ? [] : [['rowspan', String(rowspan)] as const]),
  ];
  const name = node.type.name === 'table_header' ? 'th' : 'td';
  return tag(name, [...spans, ...extra], blocks(node).join(''));
}

function row(node: Node): string {
  return tag('tr', node.attrs.extra, node.children.map(cell).join(''));
}

/** Consecutive rows of the same section are written together. */
function table(node: Node): string {
  const sections: { name: string; rows: string[] }[] = [];
  for (const child of node.children) {
    const last = sections.at(-1);
    if (last && last.name === child.attrs.section) last.rows.push(row(child));
    else sections.push({ name: child.attrs.section, rows: [row(child)] });
  }
  const { caption, captionExtra, extra } = node.attrs;
  const parts = sections.map(({ name, rows }) => tag(name, [], `\n${rows.join('\n')}\n`));
  if (caption !== null) parts.unshift(tag('caption', captionExtra, caption));
  return tag('table', extra, `\n${parts.join('\n')}\n`);
}

function figure({ attrs, content }: Node): string {
  const bare = image(attrs.src, attrs.alt, attrs.imageExtra);
  const picture = attrs.link ? tag('a', attrs.link, bare) : bare;
  if (!attrs.wrapped && content.size === 0 && attrs.extra.length === 0) return picture;
  const caption = content.size > 0 ? tag('figcaption', attrs.captionExtra, inline(content)) : '';
  return tag('figure', attrs.extra, picture + caption);
}

/** Every picture in a gallery has its own figure. */
function gallery(node: Node): string {
  const figures = node.children.map(({ type, attrs, content }) =>
    blockHtml(type.create({ ...attrs, wrapped: true }, content)),
  );
  return tag('figure', node.attrs.extra, lines(figures));
}

function ordered(node: Node): string {
  const { order, extra } = node.attrs;
  const start: Extra = order === 1 ? [] : [['start', String(order)]];
  return list(node, 'ol', [...start, ...extra]);
}

function details(node: Node): string {
  const [summary, ...rest] = node.children;
  const head = summary ? tag('summary', summary.attrs.extra, inline(summary.content)) : '';
  const inner = blocks(node).slice(1);
  return tag(
    'details',
    node.attrs.extra,
    rest.length > 1 ? `${head}\n${inner.join('\n')}\n` : head + inner.join(''),
  );
}

function definitions(node: Node): string {
  const parts = node.children.map((child) =>
    child.type.name === 'definition_term'
      ? tag('dt', child.attrs.extra, inline(child.content))
      : tag('dd', child.attrs.extra, blocks(child).join('')),
  );
  return tag('dl', node.attrs.extra, lines(parts));
}

const WRITERS: Readonly<Record<string, (node: Node) => string>> = {
  paragraph: (node) => tag('p', node.attrs.extra, inline(node.content)),
  heading: (node) => tag(`h${node.attrs.level}`, node.attrs.extra, inline(node.content)),
  summary: () => '',
  blockquote: (node) => tag('blockquote', node.attrs.extra, around(node)),
  container: (node) => tag(node.attrs.tag, node.attrs.extra, around(node)),
  bullet_list: (node) => list(node, 'ul', node.attrs.extra),
  ordered_list: ordered,
  definition_list: definitions,
  code_block: code,
  rule: (node) => `<hr${attributes(node.attrs.extra)}>`,
  details,
  table,
  figure,
  gallery,
  embed: (node) => tag('iframe', [['src', node.attrs.src], ...node.attrs.extra], ''),
  raw_html: (node) => node.attrs.html,
  upload: (node) => node.attrs.token,
};

const written = new WeakMap<Node, string>();

export function blockHtml(node: Node): string {
  const known = written.get(node);
  if (known !== undefined) return known;
  const html = WRITERS[node.type.name]?.(node) ?? '';
  written.set(node, html);
  return html;
}
