import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** A policy that lets run the page's own scripts, by their hashes, and no other. */
export function pagePolicy(html: string, apiUrl: string): string {
  const inline = [...html.matchAll(INLINE_SCRIPT)].map(([, script]) => sha256(script ?? ''));
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...new Set(inline)],
    'style-src': ["'self'"],
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
