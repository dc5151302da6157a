import type { Headers } from './cached-response.ts';

/** For everything that is not a page: it loads nothing, runs nothing and cannot be framed. */
export const CSP_DENY_ALL =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** For an icon: the drawing has the picture within it. */
export const CSP_ICON = `${CSP_DENY_ALL}; img-src data:; sandbox`;

/** Full screen and the like stay allowed: embedded videos use them. */
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

/** For what other sites may embed: pictures, feeds, icons. */
export const CROSS_ORIGIN_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' };

/** For what only holders of a secret address may see: not stored, not indexed, not named in a Referer. */
export const SECRET_LINK_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** What has a meaning only for a document, not for a script, stylesheet or font that a page loads. */
export const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
];

export function securityHeaders(siteUrl: string): Headers {
  return {
    'content-security-policy': CSP_DENY_ALL,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Without includeSubDomains: other subdomains may not support https.
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
