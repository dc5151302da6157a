import { createHash } from 'node:crypto';
import { VIDEO_HOSTS } from '@longhand/contract/video-hosts';

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The hashes of the page's own elements of a kind: those that carry the nonce of its rendering. */
function ownHashes(html: string, element: 'script' | 'style', nonce: string): string[] {
  const own = new RegExp(
    `<${element}\\b[^>]* nonce="${nonce}"[^>]*>([\\s\\S]*?)</${element}>`,
    'g',
  );
  return [...new Set([...html.matchAll(own)].map(([, text]) => sha256(text ?? '')))];
}

/**
 * A policy that lets in the page's own scripts and styles, by their hashes, and no other: not
 * even what a post might have smuggled into the same page. Returns the page without its nonce,
 * so that it is the same for everybody.
 */
export function addCspHashes(html: string, nonce: string, apiUrl: string) {
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...ownHashes(html, 'script', nonce)],
    'style-src': ["'self'", ...ownHashes(html, 'style', nonce)],
    // A featured image may be at any http or https address; data: is an arrow in a stylesheet.
    'img-src': ["'self'", 'http:', 'https:', 'data:'],
    'media-src': ["'self'", 'http:', 'https:'],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
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
