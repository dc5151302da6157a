import type { Node } from 'prosemirror-model';
import { type ChildNode, type ElementNode, isElement, isText } from '../../document/parse-html.ts';
import { schema } from '../../document/schema.ts';
import { type Context, isSkipped, languageOf } from './context.ts';
import { hasClass } from './parse-pasted.ts';

const LINE = new Set(['div', 'p', 'li', 'tr']);
const LINE_NUMBER = /^(?:gutter|lineno|linenos|blob-num|hljs-ln-numbers|line-?numbers?(?:-rows)?)$/;

function collect(nodes: readonly ChildNode[], parts: string[]): void {
  for (const node of nodes) {
    if (isText(node)) parts.push(node.value);
    if (!isElement(node) || isSkipped(node) || hasClass(node, LINE_NUMBER)) continue;
    if (node.tagName === 'br') parts.push('\n');
    // The content of an iframe is for browsers without frames.
    if (node.tagName === 'iframe') continue;
    const before = parts.length;
    collect(node.childNodes, parts);
    const isLine = LINE.has(node.tagName) && parts.length > before;
    if (isLine && !parts.at(-1)?.endsWith('\n')) parts.push('\n');
  }
}

/** Only for code elements; on others, `lang-…` could be the language of the page. */
const SHORT_LANGUAGE = /^(?:language|lang|highlight-source)-([\w+#.-]{1,40})$/;

function codeLanguage(element: ElementNode): string {
  const inner = element.childNodes.find((node) => node.nodeName === 'code') as ElementNode;
  const elements = inner ? [element, inner] : [element];
  return elements.map((each) => languageOf(each, SHORT_LANGUAGE)).find((name) => name !== '') ?? '';
}

/** Leaves out the colours and line numbers of the page. */
export function readCode(element: ElementNode, context: Context): Node[] {
  const parts: string[] = [];
  collect(element.childNodes, parts);
  const text = parts
    .join('')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u00a0', ' ')
    .replace(/(?![\n\t])[\ufeff\p{Cc}]/gu, '')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  const language = codeLanguage(element) || context.codeLanguage;
  return text.trim() === '' ? [] : [schema.node('code_block', { language }, schema.text(text))];
}
