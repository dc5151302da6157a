import { SAVED_COPY_CLASS } from '../app/reader/offline/saved-copy.ts';
import { PLAIN_PAGE_STYLE } from '../app/reader/site/plain-page-style.ts';

export type Reason = 'offline' | 'failed' | 'slow';

const REASONS: Readonly<Record<Reason, string>> = {
  offline: 'You are offline, or the site cannot be reached.',
  failed: 'The site does not work right now.',
  slow: 'The connection is slow.',
};

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

/** The link that skips the header stays the first. */
const BODY_START = /<body[^>]*>(?:<a class="skip-link"[^>]*>[^<]*<\/a>)?/;

/** A child of the body that React does not know: it skips such elements when it hydrates. */
export function addNotice(html: string, reason: Reason, at: Date): string {
  const notice = `<aside id="saved-copy" class="${SAVED_COPY_CLASS} no-print" lang="en" dir="ltr" aria-label="Saved copy">${REASONS[reason]} This is the copy from ${DATE.format(at)}. <a href="">Try again</a></aside>`;
  return html.replace(BODY_START, (start) => start + notice);
}

/** As it is written in the page: its characters stay escaped. */
export function titleOf(html: string): string {
  return /<title[^>]*>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
}

export type SavedPage = { readonly path: string; readonly title: string };

/** In the theme that was chosen, and away when the connection returns. */
const SCRIPT = `try{document.documentElement.style.colorScheme=localStorage.getItem('theme')??''}catch{}addEventListener('online',()=>location.reload())`;

function listOf(pages: readonly SavedPage[]): string {
  const links = pages.map(({ path, title }) => {
    const href = path.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return `<li dir="auto"><a href="${href}">${title || href}</a></li>`;
  });
  return links.length === 0 ? '' : `<h2>What you can read now</h2><ul>${links.join('')}</ul>`;
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}'`;
}

/** For an address that this browser has no copy of. */
export async function offlinePage(pages: readonly SavedPage[]): Promise<Response> {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>No connection</title><style>${PLAIN_PAGE_STYLE}</style><script>${SCRIPT}</script><main><h1>No connection</h1><p>${REASONS.offline} There is no copy of this page on this device, as it was not opened here before. It loads by itself when the connection returns.</p><p><a href="">Try again</a></p>${listOf(pages)}</main></html>`;
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src ${await sha256(PLAIN_PAGE_STYLE)}; script-src ${await sha256(SCRIPT)}`;
  const headers = {
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
  };
  return new Response(html, { status: 503, headers });
}
