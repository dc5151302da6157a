import type { Block } from './blocks.ts';
import { type Context, codeLanguage, isSkipped } from './context.ts';
import { type Element, hasClass, isElementNode, isTextNode, type Node } from './parse-pasted.ts';

const LINE = new Set(['div', 'p', 'li', 'tr']);
const LINE_NUMBER = /^(?:gutter|lineno|linenos|blob-num|hljs-ln-numbers|line-?numbers?(?:-rows)?)$/;

function collect(nodes: readonly Node[], parts: string[]): void {
  for (const node of nodes) {
    if (isTextNode(node)) parts.push(node.value);
    if (!isElementNode(node) || isSkipped(node) || hasClass(node, LINE_NUMBER)) continue;
    if (node.tagName === 'br') parts.push('\n');
    // Its content is for browsers without frames.
    if (node.tagName === 'iframe') continue;
    const before = parts.length;
    collect(node.childNodes, parts);
    const isLine = LINE.has(node.tagName) && parts.length > before;
    if (isLine && !parts.at(-1)?.endsWith('\n')) parts.push('\n');
  }
}

function languageOf(element: Element): string {
  const inner = element.childNodes.find((node) => isElementNode(node) && node.tagName === 'code');
  return codeLanguage(element) || (inner && isElementNode(inner) ? codeLanguage(inner) : '');
}

/** Without the colours and line numbers of the page. */
export function readCode(element: Element, context: Context): Block[] {
  const parts: string[] = [];
  collect(element.childNodes, parts);
  const text = parts
    .join('')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u00a0', ' ')
    .replace(/(?![\n\t])[\ufeff\p{Cc}]/gu, '')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  const language = languageOf(element) || context.language;
  return text.trim() === '' ? [] : [{ kind: 'code', language, text }];
}

/** Some pages show code as a table with line numbers. */
export function isCodeTable(table: Element): boolean {
  return hasClass(table, /^(?:highlight|rouge-table|highlighttable|hljs-ln)$/);
}
