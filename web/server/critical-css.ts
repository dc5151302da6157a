import { readFileSync } from 'node:fs';
import { SAVED_COPY_CLASS } from '../app/reader/offline/saved-copy.ts';
import { namesIn, parseCss, usedCss } from './used-css.ts';

/** React Router adds a `#` to stylesheets that a dynamic import needs as well. */
const STYLESHEET = /<link (?=[^>]*rel="stylesheet")[^>]*href="(\/assets\/[^"#]+\.css)#?"[^>]*\/>/g;
const SCRIPT_PRELOAD = /<link rel="modulepreload"/g;

/** Calls `create` once for each key. */
function remember<Value>(create: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>();
  return (key) => {
    const value = values.get(key) ?? create(key);
    values.set(key, value);
    return value;
  };
}

/**
 * Inlines the stylesheets, so that the first paint needs one response, and lowers the priority of
 * the scripts. The stylesheet links stay, because React expects them when it hydrates, but are
 * disabled, so that the browser does not fetch them. `media` is for Chromium, whose preload scanner
 * fetches disabled ones too. The content is put into the page later.
 */
export function createCriticalCss(clientFolder: URL) {
  const readSheet = remember((path) =>
    readFileSync(new URL(`${clientFolder.href}${path}`), 'utf8').trim(),
  );
  const readRules = remember((path) => parseCss(readSheet(path)));
  const hasSelectors = (path: string) => readRules(path).some(({ anyOf }) => anyOf !== undefined);

  /** The page gets only the rules that it needs; its scripts load the whole sheets (`web/inline/`). */
  function usedRules(paths: readonly string[], html: string): string {
    if (paths.length === 0) return '';
    const { classes, elements } = namesIn(html);
    // The service worker adds this class, before any script of the page runs.
    const page = { classes: new Set([...classes, SAVED_COPY_CLASS]), elements };
    return paths.map((path) => usedCss(readRules(path), page)).join('');
  }

  return function inlineCriticalCss(
    html: string,
    nonce: string,
    onlyUsed: boolean,
    content = '',
  ): string {
    // Only the head is searched: the body is many times longer.
    const end = html.indexOf('</head>');
    if (end === -1) return html;
    const head = html.slice(0, end);
    const isReduced = (path: string) => onlyUsed && hasSelectors(path);
    const paths = [...head.matchAll(STYLESHEET)].map(([, path]) => path ?? '');
    const whole = paths.filter((path) => !isReduced(path)).map(readSheet);
    const used = usedRules(paths.filter(isReduced), html + content);
    const styles = [
      `<style nonce="${nonce}">${whole.join('')}</style>`,
      ...(used === '' ? [] : [`<style nonce="${nonce}" data-used="">${used}</style>`]),
    ];
    const newHead = head
      .replace(STYLESHEET, (link, path) => {
        const mark = isReduced(path) ? ' data-used=""' : '';
        return link.replace('/>', `${mark} disabled="" media="not all"/>`);
      })
      .replace(SCRIPT_PRELOAD, (link) => `${link} fetchpriority="low"`);
    return newHead + styles.join('') + html.slice(end);
  };
}
