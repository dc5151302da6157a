import { createHash } from 'node:crypto';
import { PALETTE } from '@longhand/contract/palette';
import { CSP_DENY_ALL, type Headers } from '@longhand/response-cache';

const { light, dark } = PALETTE;

const STYLE = `:root{color-scheme:light dark}body{max-width:32rem;margin:18vh auto;padding:0 1.5rem;background:light-dark(${light.paper},${dark.paper});color:light-dark(${light.ink},${dark.ink});font:1.125rem/1.6 Georgia,serif}h1{font-size:2rem;font-weight:500;line-height:1.15}a{color:inherit}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

type ErrorPage = { readonly html: string; readonly headers: Headers };

/** A page without external resources, for when nothing can be rendered. */
export function errorPage(title: string, text: string): ErrorPage {
  return {
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${text}</p></html>`,
    headers: {
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${CSP_DENY_ALL}; style-src 'sha256-${STYLE_HASH}'`,
    },
  };
}
