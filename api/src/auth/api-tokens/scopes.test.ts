import { TOKEN_SCOPES } from '@longhand/contract/api-tokens';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { createToken } from '../../../../test-support/api-tokens.ts';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { expectProblem, startTestApp, type TestApp } from '../../../../test-support/test-app.ts';

const LIMITS = { WRITES_PER_MINUTE: '100000', UPLOADS_PER_MINUTE: '100000' };
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

/** Of no API token, whatever its scope. */
const OF_THE_ACCOUNT =
  /^(?:\w+ \/api\/admin\/(?:account|password|sessions|logout-everywhere|totp|passkeys|recovery-codes|tokens|webhooks|events|backup-tickets)(?:\/.*)?|DELETE \/api\/admin\/statistics|PUT \/api\/admin\/settings|POST \/api\/logout)$/;

/** They change what readers see, whatever is sent. */
const PUBLIC_CHANGES = [
  'DELETE /api/admin/imports/{id}',
  'DELETE /api/admin/pages/{id}',
  'DELETE /api/admin/redirects',
  'DELETE /api/admin/sample-posts',
  'POST /api/admin/imports/{id}/start',
  'POST /api/admin/mailings',
  'POST /api/admin/mailings/{id}/cancel',
  'POST /api/admin/mailings/{id}/pause',
  'POST /api/admin/mailings/{id}/resume',
  'POST /api/admin/mailings/test',
  'POST /api/admin/newsletter/test',
  'POST /api/admin/pages',
  'POST /api/admin/redirects',
  'POST /api/admin/redirects.csv',
  'POST /api/admin/trash/pages/{id}/restore',
  'PUT /api/admin/pages/{id}',
  'PUT /api/admin/redirects',
];

function neededFor(operation: string): string {
  if (OF_THE_ACCOUNT.test(operation)) return 'owner';
  if (PUBLIC_CHANGES.includes(operation)) return 'publish';
  return operation.startsWith('GET ') ? 'read' : 'write';
}

type Operation = { readonly operation: string; readonly description: string };

async function listOperations({ get }: TestApp): Promise<Operation[]> {
  const { paths } = (await get('/api/openapi.json')).json();
  return Object.entries<Record<string, { description?: string }>>(paths).flatMap(([path, calls]) =>
    Object.entries(calls)
      .map(([method, { description = '' }]) => {
        return { operation: `${method.toUpperCase()} ${path}`, description };
      })
      .filter(({ operation }) => / \/api\/(?:admin\/|logout$)/.test(operation)),
  );
}

function toRequest(operation: string): Pick<InjectOptions, 'method' | 'url'> {
  const [method, path = ''] = operation.split(' ');
  const url = path.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
  return { method: method as 'GET', url };
}

/** A refusal does not depend on them. */
const BODIES: readonly Partial<InjectOptions>[] = [
  {},
  { payload: {} },
  { payload: '{', headers: { 'content-type': 'application/json' } },
];

eachDialect((open) => {
  test('each call needs what its description says', async () => {
    const operations = await listOperations(await startTestApp(open));
    expect(operations.length).toBeGreaterThan(80);
    for (const { operation, description } of operations) {
      if (operation === 'POST /api/logout') continue;
      const needed = neededFor(operation);
      expect(description, operation).toContain(
        needed === 'owner' ? 'No API token may do this.' : `An API token needs \`${needed}\`.`,
      );
    }
  });

  for (const scope of TOKEN_SCOPES)
    test(`a token with the scope ${scope} may do what it says, and nothing else`, async () => {
      const site = await startTestApp(open, LIMITS);
      const { token } = await createToken(site, await site.login(), { scope });
      const order = [...TOKEN_SCOPES, 'owner'];
      for (const { operation } of await listOperations(site)) {
        const isAllowed = order.indexOf(scope) >= order.indexOf(neededFor(operation));
        const methods = operation.startsWith('GET ') ? ['GET', 'HEAD'] : [];
        for (const method of methods)
          expect(
            (await site.request({ ...toRequest(operation), method: method as 'GET' }, token))
              .statusCode === 403,
            `${method} ${operation}`,
          ).toBe(!isAllowed);
        if (methods.length > 0) continue;
        for (const body of BODIES) {
          const response = await site.request({ ...toRequest(operation), ...body }, token);
          if (isAllowed) expect(response.statusCode, operation).not.toBe(403);
          else expectProblem(response, 403, { type: 'urn:longhand:problem:insufficient-scope' });
        }
      }
    });

  test('a link for an export is none for a backup, which has the secrets of the account', async () => {
    const site = await startTestApp(open);
    const { token } = await createToken(site, await site.login(), { scope: 'write' });
    const link = { method: 'POST', url: '/api/admin/export-tickets' } as const;
    const { url } = (await site.request(link, token)).json();
    expectProblem(await site.get(url.replace('/exports/', '/backups/')), 404);
    expect((await site.get(url)).statusCode).toBe(200);
  });

  test('a token deletes pictures that are made again, and no backups', async () => {
    const site = await startTestApp(open);
    const { token } = await createToken(site, await site.login(), { scope: 'publish' });
    const remove = (name: string) =>
      site.request({ method: 'DELETE', url: `/api/admin/disk-space/${name}` }, token);
    expect((await remove('resized-pictures')).statusCode).toBe(200);
    expectProblem(await remove('old-backups'), 403);
  });

  test('a token that has ended or was deleted may do nothing', async () => {
    const site = await startTestApp(open, LIMITS);
    const session = await site.login();
    const ended = await createToken(site, session, {
      ...{ scope: 'publish', expires_at: '2026-01-01T12:00:10Z' },
    });
    const deleted = await createToken(site, session, { scope: 'publish' });
    const url = `/api/admin/tokens/${deleted.id}`;
    await site.request({ method: 'DELETE', url }, session);
    site.passTime(10_000);
    for (const { operation } of await listOperations(site))
      for (const { token } of [ended, deleted])
        expect((await site.request(toRequest(operation), token)).statusCode, operation).toBe(401);
  });
});

test('a route that changes something and does not say which scope it needs stops the start', async () => {
  const { default: Fastify } = await import('fastify');
  const { requireScopes } = await import('../../http/access.ts');
  const app = Fastify();
  requireScopes(app);
  app.get('/read', async () => '');
  expect(() => app.post('/change', async () => '')).toThrow(
    'POST /change does not declare its scope',
  );
});
