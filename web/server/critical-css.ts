import { readFileSync } from 'node:fs';

const STYLESHEET = /<link (?=[^>]*rel="stylesheet")[^>]*href="(\/assets\/[^"]+\.css)"[^>]*\/>/g;
const SCRIPT_PRELOAD = /<link rel="modulepreload"/g;

/**
 * Arranges a rendered page for a slow line. Its stylesheets come within it: what it takes to paint
 * is one answer. Its scripts come last: the page reads well before they run. React expects the
 * links to the stylesheets and finds them, but disabled, so that the browser does not fetch them.
 */
export function createCriticalCss(clientFolder: URL) {
  const sheets = new Map<string, string>();

  function readSheet(path: string): string {
    const known = sheets.get(path);
    if (known !== undefined) return known;
    const sheet = readFileSync(new URL(`${clientFolder.href}${path}`), 'utf8').trim();
    sheets.set(path, sheet);
    return sheet;
  }

  return function inlineCriticalCss(html: string, nonce: string): string {
    // All of it is in the head, and the rest is many times longer.
    const end = html.indexOf('</head>');
    if (end === -1) return html;
    const head = html.slice(0, end);
    const paths = [...head.matchAll(STYLESHEET)].map(([, path]) => path ?? '');
    const style = `<style nonce="${nonce}">${paths.map(readSheet).join('')}</style>`;
    const arranged = head
      .replace(STYLESHEET, (link) => link.replace('/>', ' disabled=""/>'))
      .replace(SCRIPT_PRELOAD, (link) => `${link} fetchpriority="low"`);
    return arranged + style + html.slice(end);
  };
}
