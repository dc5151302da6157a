import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const STYLE = 'data-style';
/** Links open beside the dashboard. */
const LINK_TARGET = '<base target="_blank">';

/** The HTML of a mail without its styles, which the policy of the page would refuse. */
export type MailDocument = { readonly html: string; readonly sheets: readonly string[] };

const isElement = (node: Node): node is Element => 'tagName' in node;

function takeStyles(node: Node, sheets: string[]): void {
  if (!('childNodes' in node)) return;
  for (const child of [...node.childNodes]) {
    if (isElement(child) && child.tagName === 'style') {
      sheets.push(child.childNodes.map((text) => ('value' in text ? text.value : '')).join(''));
      node.childNodes.splice(node.childNodes.indexOf(child), 1);
      continue;
    }
    if (isElement(child))
      for (const attribute of child.attrs) if (attribute.name === 'style') attribute.name = STYLE;
    takeStyles(child, sheets);
  }
}

export function readMail(html: string): MailDocument {
  const document = parse(html);
  const sheets: string[] = [];
  takeStyles(document, sheets);
  return { html: serialize(document).replace('<head>', `<head>${LINK_TARGET}`), sheets };
}

/** Gives a document its styles back: what a script sets is not refused. */
export function applyStyles(frame: HTMLIFrameElement, sheets: readonly string[]): void {
  const { contentDocument: document, contentWindow: view } = frame;
  if (!document || !view) return;
  for (const element of document.querySelectorAll<HTMLElement>(`[${STYLE}]`)) {
    element.style.cssText = element.getAttribute(STYLE) ?? '';
  }
  const { CSSStyleSheet } = view as Window & typeof globalThis;
  document.adoptedStyleSheets = sheets.map((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
}
