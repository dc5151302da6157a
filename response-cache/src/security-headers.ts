import type { FastifyReply } from 'fastify';
import type { Headers } from './cached-response.ts';

/** Everything that is not a page has this: it loads nothing, runs nothing and cannot be framed. */
export const CSP_DENY_ALL =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The drawing of an icon contains the picture as a data URL. */
export const CSP_ICON = `${CSP_DENY_ALL}; img-src data:; sandbox`;

/** Full screen and the like stay allowed, because embedded videos use them. */
const DISABLED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const PERMISSIONS_POLICY = DISABLED_FEATURES.map((feature) => `${feature}=()`).join(', ');

/** Other sites may embed pictures, feeds and icons. */
export const CROSS_ORIGIN_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' };

/** Only holders of a secret address may see the page: it is not stored, not indexed, and not named in a Referer. */
export const SECRET_LINK_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** These have a meaning only for a document, not for a script, stylesheet or font that a page loads. */
const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
];

/** Called for a script, stylesheet or font: these headers would be a third of the bytes of a small script. */
export function leaveOffDocumentHeaders(reply: FastifyReply): void {
  for (const name of DOCUMENT_HEADERS) reply.removeHeader(name);
}

export function securityHeaders(siteUrl: string): Headers {
  return {
    'content-security-policy': CSP_DENY_ALL,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // includeSubDomains is left out, because other subdomains may not support https.
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
