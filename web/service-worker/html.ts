import { fill } from '@longhand/contract/words';
import { SAVED_COPY_CLASS } from '../app/reader/offline/saved-copy.ts';
import type { OfflineWords, WorkerWords } from '../app/reader/offline/worker-words.ts';
import { PLAIN_PAGE_STYLE } from '../app/reader/site/plain-page-style.ts';

export type Reason = 'offline' | 'failed' | 'slow';

const REASONS: Readonly<Record<Reason, keyof OfflineWords>> = {
  offline: 'offline.no-connection',
  failed: 'offline.failed',
  slow: 'offline.slow',
};

function formatDate(date: Date, { language }: WorkerWords): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(date);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Chinese and Japanese have no spaces between sentences. */
function joinSentences(first: string, second: string, { wordLanguage }: WorkerWords): string {
  return first + (/^(ja|zh)/.test(wordLanguage) ? '' : ' ') + second;
}

/** The link that skips the header must stay the first. */
const BODY_START = /<body[^>]*>(?:<a class="skip-link"[^>]*>[^<]*<\/a>)?/;

/** React does not know the notice, a child of the body, and skips it when it hydrates. */
export function addNotice(html: string, reason: Reason, at: Date, sent: WorkerWords): string {
  const { words, wordLanguage, direction } = sent;
  const text = (key: keyof OfflineWords) => escapeHtml(words[key]);
  const copy = fill(text('offline.copy'), { date: formatDate(at, sent) });
  const sentences = joinSentences(text(REASONS[reason]), copy, sent);
  const notice = `<aside id="saved-copy" class="${SAVED_COPY_CLASS} no-print" lang="${wordLanguage}" dir="${direction}" aria-label="${text('offline.label')}">${sentences} <a href="">${text('try-again')}</a></aside>`;
  return html.replace(BODY_START, (start) => start + notice);
}

/** The characters of the title stay escaped. */
export function titleOf(html: string): string {
  return /<title[^>]*>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
}

export type SavedPage = { readonly path: string; readonly title: string };

const RETRY_MS = 3_000;

/**
 * The page has the theme that was chosen, and loads again when the connection returns. If that was too early, it tries
 * again; a page that was only opened stays as it is, so that its list can be read. Once a link of the list is
 * followed it does not load itself again, which would end that.
 */
const SCRIPT = `try{document.documentElement.style.colorScheme=localStorage.getItem('theme')??''}catch{}{let left=false;const again=()=>left||location.reload();addEventListener('click',(event)=>{left=!!event.target.closest('a')&&!event.ctrlKey&&!event.metaKey&&!event.shiftKey});addEventListener('pageshow',()=>{left=false});addEventListener('online',again);if(navigator.onLine&&performance.getEntriesByType('navigation')[0]?.type==='reload')setTimeout(again,${RETRY_MS})}`;

function listOf(pages: readonly SavedPage[], heading: string): string {
  const links = pages.map(({ path, title }) => {
    const href = path.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    // The direction is that of the link only: the line begins where those of the page do.
    return `<li><a href="${href}" dir="auto">${title || href}</a></li>`;
  });
  return links.length === 0 ? '' : `<h2>${heading}</h2><ul>${links.join('')}</ul>`;
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}'`;
}

/** Shown at an address that this browser has no copy of. */
export async function offlinePage(
  pages: readonly SavedPage[],
  sent: WorkerWords,
): Promise<Response> {
  const { words, wordLanguage, direction } = sent;
  const text = (key: keyof OfflineWords) => escapeHtml(words[key]);
  const sentences = joinSentences(text(REASONS.offline), text('offline.no-copy'), sent);
  const html = `<!doctype html><html lang="${wordLanguage}" dir="${direction}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text('offline.title')}</title><style>${PLAIN_PAGE_STYLE}</style><script>${SCRIPT}</script><main><h1>${text('offline.title')}</h1><p>${sentences}</p><p><a href="">${text('try-again')}</a></p>${listOf(pages, text('offline.saved-pages'))}</main></html>`;
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src ${await sha256(PLAIN_PAGE_STYLE)}; script-src ${await sha256(SCRIPT)}`;
  const headers = {
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
  };
  return new Response(html, { status: 503, headers });
}
