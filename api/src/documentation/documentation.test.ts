import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { startTestApp } from '../../../test-support/test-app.ts';

/** Section 7 of the specification, and our additions. */
const OPERATIONS = [
  'DELETE /api/admin/disk-space/{name}',
  'DELETE /api/admin/imports/{id}',
  'DELETE /api/admin/page-working-copies/{id}',
  'DELETE /api/admin/pages/{id}',
  'DELETE /api/admin/posts/{id}',
  'DELETE /api/admin/posts/{id}/preview-links/{link}',
  'DELETE /api/admin/redirects',
  'DELETE /api/admin/sample-posts',
  'DELETE /api/admin/sessions/{id}',
  'DELETE /api/admin/statistics',
  'DELETE /api/admin/subscribers/{id}',
  'DELETE /api/admin/tokens/{id}',
  'DELETE /api/admin/trash/pages/{id}',
  'DELETE /api/admin/trash/{id}',
  'DELETE /api/admin/webhooks/{id}',
  'DELETE /api/admin/working-copies/{id}',
  'GET /api/admin/account',
  'GET /api/admin/backups',
  'GET /api/admin/disk-space',
  'GET /api/admin/events',
  'GET /api/admin/first-steps',
  'GET /api/admin/images',
  'GET /api/admin/imports',
  'GET /api/admin/imports/{id}',
  'GET /api/admin/link-targets',
  'GET /api/admin/mailings',
  'GET /api/admin/mailings/preview',
  'GET /api/admin/mailings/{id}',
  'GET /api/admin/newsletter',
  'GET /api/admin/page-working-copies',
  'GET /api/admin/page-working-copies/{id}',
  'GET /api/admin/pages',
  'GET /api/admin/pages/{id}',
  'GET /api/admin/pages/{id}/revisions',
  'GET /api/admin/pages/{id}/revisions/{version}',
  'GET /api/admin/posts',
  'GET /api/admin/posts/{id}/preview-links',
  'GET /api/admin/posts/{id}/revisions',
  'GET /api/admin/posts/{id}/revisions/{version}',
  'GET /api/admin/redirects',
  'GET /api/admin/redirects.csv',
  'GET /api/admin/sessions',
  'GET /api/admin/settings',
  'GET /api/admin/statistics',
  'GET /api/admin/statistics.csv',
  'GET /api/admin/statistics/posts',
  'GET /api/admin/subscribers',
  'GET /api/admin/subscribers.csv',
  'GET /api/admin/tags',
  'GET /api/admin/tokens',
  'GET /api/admin/trash',
  'GET /api/admin/trash/pages',
  'GET /api/admin/trash/{id}',
  'GET /api/admin/webhooks',
  'GET /api/admin/webhooks/{id}/deliveries',
  'GET /api/admin/words',
  'GET /api/admin/working-copies',
  'GET /api/admin/working-copies/{id}',
  'GET /api/archive',
  'GET /api/archive/{year}',
  'GET /api/backups/{ticket}',
  'GET /api/exports/{ticket}',
  'GET /api/login',
  'GET /api/newsletter/confirmations/{token}',
  'GET /api/newsletter/subscriptions/{token}',
  'GET /api/pages',
  'GET /api/pages/{slug}',
  'GET /api/posts',
  'GET /api/posts/{slug}',
  'GET /api/preview/{token}',
  'GET /api/redirects',
  'GET /api/site',
  'GET /api/site/icons/{name}',
  'GET /api/state',
  'GET /api/tags',
  'GET /healthz',
  'GET /readyz',
  'POST /api/admin/backup-tickets',
  'POST /api/admin/export-tickets',
  'POST /api/admin/first-steps/dismiss',
  'POST /api/admin/imports',
  'POST /api/admin/imports/{id}/start',
  'POST /api/admin/logout-everywhere',
  'POST /api/admin/mailings',
  'POST /api/admin/mailings/test',
  'POST /api/admin/mailings/{id}/cancel',
  'POST /api/admin/mailings/{id}/pause',
  'POST /api/admin/mailings/{id}/resume',
  'POST /api/admin/newsletter/test',
  'POST /api/admin/pages',
  'POST /api/admin/passkeys',
  'POST /api/admin/passkeys/options',
  'POST /api/admin/passkeys/{id}/remove',
  'POST /api/admin/password',
  'POST /api/admin/posts',
  'POST /api/admin/posts/bulk',
  'POST /api/admin/posts/{id}/preview-links',
  'POST /api/admin/preview',
  'POST /api/admin/recovery-codes',
  'POST /api/admin/redirects',
  'POST /api/admin/redirects.csv',
  'POST /api/admin/save-image-url',
  'POST /api/admin/subscribers',
  'POST /api/admin/subscribers.csv',
  'POST /api/admin/tokens',
  'POST /api/admin/totp',
  'POST /api/admin/totp/confirm',
  'POST /api/admin/totp/remove',
  'POST /api/admin/trash/pages/{id}/restore',
  'POST /api/admin/trash/{id}/restore',
  'POST /api/admin/upload-image',
  'POST /api/admin/webhooks',
  'POST /api/admin/working-copies/{id}/post',
  'POST /api/login',
  'POST /api/login/passkey',
  'POST /api/login/passkey/options',
  'POST /api/logout',
  'POST /api/newsletter',
  'POST /api/newsletter/confirmations/{token}',
  'POST /api/newsletter/subscriptions/{token}',
  'POST /api/views',
  'PUT /api/admin/account',
  'PUT /api/admin/page-working-copies/{id}',
  'PUT /api/admin/pages/{id}',
  'PUT /api/admin/posts/{id}',
  'PUT /api/admin/redirects',
  'PUT /api/admin/settings',
  'PUT /api/admin/working-copies/{id}',
];

eachDialect((open) => {
  test('the OpenAPI description is valid 3.1 and lists exactly these operations', async () => {
    const { get } = await startTestApp(open);
    const response = await get('/api/openapi.json');
    expect(response.statusCode).toBe(200);
    const description = response.json();
    expect(description.openapi).toMatch(/^3\.1\./);
    const { valid, errors } = await new Validator().validate(description);
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    const operations = Object.entries<object>(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.toSorted()).toEqual(OPERATIONS);
  });

  test('it documents authentication, request bodies and errors', async () => {
    const { get } = await startTestApp(open);
    const { paths, components } = (await get('/api/openapi.json')).json();
    const create = paths['/api/admin/posts'].post;
    expect(create.security).toEqual([{ bearer: [] }]);
    expect(create.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/PostFormInput',
    });
    expect(create.responses['401'].content).toHaveProperty('application/problem+json');
    expect(components.schemas.PostFormInput.required).toEqual(['title', 'content', 'excerpt']);
    expect(components.schemas.PostFormInput.additionalProperties).toBe(false);
    expect(paths['/api/admin/upload-image'].post.requestBody.content).toHaveProperty(
      'multipart/form-data',
    );
    expect(paths['/api/posts'].get.security).toBeUndefined();
  });

  test('every write operation documents its errors', async () => {
    const { get } = await startTestApp(open);
    const { paths } = (await get('/api/openapi.json')).json();
    for (const [path, operations] of Object.entries<Record<string, { responses: object }>>(paths))
      for (const [method, { responses }] of Object.entries(operations)) {
        // A beacon is answered the same whatever happens.
        if (method === 'get' || path === '/api/views') continue;
        const isPublic = /^\/api\/(newsletter|login\/passkey\/options)/.test(path);
        const isUnlimited = /\/logout|\/(?:sessions|tokens)\/|\{token\}$|\/passkeys$/.test(path);
        const own = [...(isPublic ? [] : ['401']), ...(isUnlimited ? [] : ['429'])];
        for (const status of [...own, '503', '507'])
          expect(responses, `${method} ${path}`).toHaveProperty(status);
      }
  });

  test('the documentation page and its files are served', async () => {
    const { get } = await startTestApp(open);
    const page = await get('/api/docs');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      (match) => match[1] as string,
    );
    expect(assets.length).toBeGreaterThan(3);
    for (const url of assets) expect((await get(url)).statusCode, url).toBe(200);
  });
});
