import { createHash } from 'node:crypto';
import { CSP_DENY_ALL, type Headers } from '@longhand/response-cache';
import { PLAIN_PAGE_STYLE } from '../app/reader/site/plain-page-style.ts';

const STYLE_HASH = createHash('sha256').update(PLAIN_PAGE_STYLE).digest('base64');

type ErrorPage = { readonly html: string; readonly headers: Headers };

/** A page without external resources, for when nothing can be rendered. */
export function errorPage(title: string, text: string): ErrorPage {
  return {
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${PLAIN_PAGE_STYLE}</style><h1>${title}</h1><p>${text}</p></html>`,
    headers: {
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${CSP_DENY_ALL}; style-src 'sha256-${STYLE_HASH}'`,
    },
  };
}
