import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';
import { useMemo } from 'react';
import styles from './send-post-dialog.module.css';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const STYLE = 'data-style';
/** Links open in a new tab so that the dashboard stays. */
const LINK_TARGET = '<base target="_blank">';

/** The page's CSP would refuse the styles of a mail, so they are taken out of its HTML. */
type MailDocument = { readonly html: string; readonly sheets: readonly string[] };

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

function readMail(html: string): MailDocument {
  const document = parse(html);
  const sheets: string[] = [];
  takeStyles(document, sheets);
  return { html: serialize(document).replace('<head>', `<head>${LINK_TARGET}`), sheets };
}

/** Puts the styles back: the CSP does not refuse what a script sets. */
function applyStyles(frame: HTMLIFrameElement, sheets: readonly string[]): void {
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

/** The sandbox allows no scripts, but the same origin, so that the styles can be set. */
export default function MailFrame({ html, isNarrow }: { html: string; isNarrow: boolean }) {
  const mail = useMemo(() => readMail(html), [html]);
  return (
    <iframe
      title="The email"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={mail.html}
      className={styles.frame}
      data-narrow={isNarrow || undefined}
      onLoad={(event) => applyStyles(event.currentTarget, mail.sheets)}
    />
  );
}
