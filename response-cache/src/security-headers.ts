import type { FastifyInstance } from 'fastify';
import type { Headers } from './cached-response.ts';

/** For whatever is not a page: it loads nothing, runs nothing, and nobody frames it. */
export const CSP_DENY_ALL =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What no blog needs. Full screen and the like stay open: an embedded video asks for them. */
const CLOSED_FEATURES = [
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

const PERMISSIONS_POLICY = CLOSED_FEATURES.map((feature) => `${feature}=()`).join(', ');

/** What other sites may load into their own pages: pictures, feeds, icons. */
export const CROSS_ORIGIN_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' };

/** What every answer says about how it may be used, the shortest and the rawest too. */
export function securityHeaders(siteUrl: string): Headers {
  return {
    'content-security-policy': CSP_DENY_ALL,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Only an owner who has https may promise it for a year; other subdomains are none of our business.
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/** Before anything else answers: whoever knows better sets a header anew. */
export function setSecurityHeaders(app: FastifyInstance, headers: Headers): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
