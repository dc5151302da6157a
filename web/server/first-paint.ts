import { readFileSync } from 'node:fs';

const STYLESHEET = /<link (?=[^>]*rel="stylesheet")[^>]*href="(\/assets\/[^"]+\.css)"[^>]*\/>/g;
const SCRIPT_PRELOAD = /<link rel="modulepreload"/g;

/**
 * Arranges a rendered page for a slow line. Its stylesheets come within it: what it takes to paint
 * is one answer. Its scripts come last: the page reads well before they run. React expects the
 * links to the stylesheets and finds them, but disabled, so that the browser does not fetch them.
 */
export function createFirstPaint(clientFolder: URL) {
  const sheets = new Map<string, string>();

  function readSheet(path: string): string {
    const known = sheets.get(path);
    if (known !== undefined) return known;
    const sheet = readFileSync(new URL(`${clientFolder.href}${path}`), 'utf8').trim();
    sheets.set(path, sheet);
    return sheet;
  }

  return function forFirstPaint(html: string, nonce: string): string {
    const paths = [...html.matchAll(STYLESHEET)].map(([, path]) => path ?? '');
    const style = `<style nonce="${nonce}">${paths.map(readSheet).join('')}</style>`;
    return html
      .replace(STYLESHEET, (link) => link.replace('/>', ' disabled=""/>'))
      .replace(SCRIPT_PRELOAD, (link) => `${link} fetchpriority="low"`)
      .replace('</head>', () => `${style}</head>`);
  };
}
