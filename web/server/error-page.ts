import { createHash } from 'node:crypto';
import { directionOf } from '@longhand/contract/language';
import { escapeText } from '@longhand/contract/posts/search';
import { wordLanguageOf } from '@longhand/contract/words/languages';
import { CSP_DENY_ALL, type Headers } from '@longhand/response-cache';
import { PLAIN_PAGE_STYLE } from '../app/reader/site/plain-page-style.ts';
import type { ServerSite } from '../app/reader/site/site.ts';
import { allWordsOf } from '../app/reader/site/words-file.server.ts';

const STYLE_HASH = createHash('sha256').update(PLAIN_PAGE_STYLE).digest('base64');

type ErrorPage = { readonly html: string; readonly headers: Headers };

type Group = 'failed' | 'busy' | 'no-file' | 'read-only';

/** The page needs no external resources, because it is sent when nothing can be rendered. */
export function errorPage(
  group: Group,
  site: Pick<ServerSite, 'language' | 'ownWords'>,
): ErrorPage {
  const words = allWordsOf(site);
  const title = escapeText(words[`${group}.title`]);
  const text = escapeText(words[`${group}.text`]);
  const language = wordLanguageOf(site.language);
  const direction = directionOf(language) === 'rtl' ? ' dir="rtl"' : '';
  return {
    html: `<!doctype html><html lang="${language}"${direction}><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${PLAIN_PAGE_STYLE}</style><h1>${title}</h1><p>${text}</p></html>`,
    headers: {
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${CSP_DENY_ALL}; style-src 'sha256-${STYLE_HASH}'`,
    },
  };
}
