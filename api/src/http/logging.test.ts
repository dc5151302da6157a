import { pathForLog } from '@longhand/response-cache';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressForLog } from './address-key.ts';

test('the log has the path of a URL, without query and secrets', () => {
  for (const [target, path] of [
    ['/', '/'],
    ['/blog?q=secret', '/blog'],
    ['/blog#secret', '/blog'],
    ['?secret', '/'],
    ['http://other.example/blog?q=secret', '/blog'],
    ['http://secret@other.example?secret', '/'],
    ['*', '/'],
    ['/blog/%C3%A9', '/blog/%C3%A9'],
    ['/\u009b31m', '/%C2%9B31m'],
    ['/api/backups/secret', '/api/backups/:ticket'],
    ['/api/backups/secret/more?secret', '/api/backups/:ticket'],
    ['/api/%62ackups%2fsecret', '/api/backups/:ticket'],
    ['/api/backups/%zz', '/api/backups/:ticket'],
    ['/%F0%9F%98%80/backups/secret', '/%F0%9F%98%80/backups/:ticket'],
    ['/api/exports/secret', '/api/exports/:ticket'],
    ['/preview/secret', '/preview/:token'],
    ['/preview/secret/', '/preview/:token'],
    ['/Preview/SECRET?secret', '/preview/:token'],
    ['/\\preview\\secret', '//preview/:token'],
    ['/api/preview/secret', '/api/preview/:token'],
    ['/api/admin/preview', '/api/admin/preview'],
    ['/newsletter/confirm/secret', '/newsletter/confirm/:token'],
    ['/Newsletter//LEAVE\\secret/', '/newsletter/leave/:token'],
    ['/api/newsletter/confirmations/secret', '/api/newsletter/confirmations/:token'],
    ['/api/newsletter/subscriptions/%zz', '/api/newsletter/subscriptions/:token'],
    ['/api/admin/newsletter/test', '/api/admin/newsletter/test'],
    ['/api/admin/posts/1/preview-links/2', '/api/admin/posts/1/preview-links/2'],
  ] as const)
    expect([target, pathForLog(target)]).toEqual([target, path]);
  expect(pathForLog(`/${'a'.repeat(5_000)}`)).toHaveLength(301);
});

test('the logged path is always printable ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (before, after) => {
      for (const target of [
        `/${before}/backups/${after}`,
        `/${encodeURI(before)}/backups/${after}`,
      ])
        expect(pathForLog(target)).toMatch(/^[!-~]*…?$/);
    }),
  );
});

test('LOG_ACCESS decides how much of a valid IP address is logged', () => {
  for (const [address, short, full] of [
    ['203.0.113.77', '203.0.113.0/24', '203.0.113.77'],
    ['::ffff:203.0.113.77', '203.0.113.0/24', '203.0.113.77'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48', '2001:db8:1:2:3:4:5:6'],
    ['2001:DB8::1', '2001:db8:0::/48', '2001:DB8::1'],
    ['::1', '0:0:0::/48', '::1'],
    ['unknown', undefined, undefined],
    ['203.0.113.77, secret', undefined, undefined],
    ['', undefined, undefined],
  ] as const) {
    expect([address, addressForLog(address, 'short')]).toEqual([address, short]);
    expect([address, addressForLog(address, 'full')]).toEqual([address, full]);
  }
});
