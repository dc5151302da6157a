import { afterEach, expect, test } from 'vitest';
import { createFakeApi, type FakeApi, installFakeApi } from '../../../component-tests/fake-api.ts';
import { removeToken, storeToken } from '../../lib/session.ts';
import { request, SessionOverError } from './request.ts';

let uninstall = () => {};

afterEach(() => uninstall());

function logIn(): FakeApi {
  const api = createFakeApi();
  uninstall = installFakeApi(api);
  storeToken('a-token');
  return api;
}

test('what is read when the session ends is no longer waited for', async () => {
  const api = logIn();
  api.hold('GET /admin/account');
  const read = request('GET', '/admin/account').catch((error) => error);
  await expect.poll(() => api.requests()).toContain('GET /admin/account');
  removeToken();
  expect(await read).toBeInstanceOf(SessionOverError);
});

test('what is written when the session ends is written', async () => {
  const api = logIn();
  const answer = api.hold('PUT /admin/account');
  const written = request('PUT', '/admin/account', { body: { editor_view: 'html' } });
  await expect.poll(() => api.requests()).toContain('PUT /admin/account');
  removeToken();
  await answer();
  expect(await written).toMatchObject({ editor_view: 'html' });
});
