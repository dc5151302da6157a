import { createHash } from 'node:crypto';
import { VIDEO_HOSTS } from '@longhand/contract/media/video-address';

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Only elements with the nonce of this rendering count: content has none. */
function hashElements(html: string, element: 'script' | 'style', nonce: string): string[] {
  const elements = new RegExp(
    `<${element}\\b[^>]* nonce="${nonce}"[^>]*>([\\s\\S]*?)</${element}>`,
    'g',
  );
  return [...new Set([...html.matchAll(elements)].map(([, text]) => sha256(text ?? '')))];
}

/**
 * The policy allows only the scripts and styles of the page itself, by their hashes, and none from the content of a
 * post. The nonce is removed, because a page with one could not be cached.
 */
export function addCspHashes(html: string, nonce: string, apiUrl: string) {
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashElements(html, 'script', nonce)],
    'style-src': ["'self'", ...hashElements(html, 'style', nonce)],
    // Featured images can have any http(s) URL; data: is an arrow in a stylesheet.
    'img-src': ["'self'", 'http:', 'https:', 'data:'],
    'media-src': ["'self'", 'http:', 'https:'],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'connect-src': ["'self'", apiUrl],
    'frame-src': VIDEO_HOSTS.map((host) => `https://${host}`),
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  const policy = Object.entries(directives)
    .map(([name, sources]) => [name, ...sources.filter((source) => source !== '')].join(' '))
    .join('; ');
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), policy };
}
