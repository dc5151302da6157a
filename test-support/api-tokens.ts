import type { NewApiToken } from '@longhand/contract/api-tokens';
import { expect } from 'vitest';
import { PASSWORD, type TestApp } from './test-app.ts';

export const requestToken = (site: TestApp, session: string, fields: object = {}) =>
  site.request(
    {
      method: 'POST',
      url: '/api/admin/tokens',
      payload: {
        ...{ name: 'A script', scope: 'read', expires_at: '2026-02-01T00:00:00Z' },
        ...{ password: PASSWORD, ...fields },
      },
    },
    session,
  );

export async function createToken(
  site: TestApp,
  session: string,
  fields: Partial<NewApiToken> = {},
): Promise<NewApiToken> {
  const response = await requestToken(site, session, fields);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}
