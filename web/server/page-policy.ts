import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function hashes(html: string, inline: RegExp): string[] {
  return [...new Set([...html.matchAll(inline)].map(([, text]) => sha256(text ?? '')))];
}

/** A policy that lets the page's own scripts and styles in, by their hashes, and no other. */
export function pagePolicy(html: string, apiUrl: string): string {
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes(html, INLINE_SCRIPT)],
    'style-src': ["'self'", ...hashes(html, INLINE_STYLE)],
    // A featured image may be at any http or https address; data: is an arrow in a stylesheet.
    'img-src': ["'self'", 'http:', 'https:', 'data:'],
    'media-src': ["'self'", 'http:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", apiUrl],
    'frame-src': [
      'https://www.youtube.com',
      'https://www.youtube-nocookie.com',
      'https://player.vimeo.com',
    ],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources.filter((source) => source !== '')].join(' '))
    .join('; ');
}
