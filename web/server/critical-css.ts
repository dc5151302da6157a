import { readFileSync } from 'node:fs';

/** React Router adds a `#` to stylesheets that a dynamic import needs as well. */
const STYLESHEET = /<link (?=[^>]*rel="stylesheet")[^>]*href="(\/assets\/[^"#]+\.css)#?"[^>]*\/>/g;
const SCRIPT_PRELOAD = /<link rel="modulepreload"/g;

/**
 * Inlines the stylesheets, so that the first paint needs one response, and lowers the priority of
 * the scripts. The stylesheet links stay, because React expects them when it hydrates, but are
 * disabled, so that the browser does not fetch them. `media` is for Chromium, whose preload scanner
 * fetches disabled ones too.
 */
export function createCriticalCss(clientFolder: URL) {
  const sheets = new Map<string, string>();

  function readSheet(path: string): string {
    const cached = sheets.get(path);
    if (cached !== undefined) return cached;
    const sheet = readFileSync(new URL(`${clientFolder.href}${path}`), 'utf8').trim();
    sheets.set(path, sheet);
    return sheet;
  }

  return function inlineCriticalCss(html: string, nonce: string): string {
    // Only the head is searched: the body is many times longer.
    const end = html.indexOf('</head>');
    if (end === -1) return html;
    const head = html.slice(0, end);
    const paths = [...head.matchAll(STYLESHEET)].map(([, path]) => path ?? '');
    const style = `<style nonce="${nonce}">${paths.map(readSheet).join('')}</style>`;
    const newHead = head
      .replace(STYLESHEET, (link) => link.replace('/>', ' disabled="" media="not all"/>'))
      .replace(SCRIPT_PRELOAD, (link) => `${link} fetchpriority="low"`);
    return newHead + style + html.slice(end);
  };
}
