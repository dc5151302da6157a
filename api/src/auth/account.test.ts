import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp, type TestApp } from '../../../test-support/test-app.ts';
import { SOFTWARE_COMMIT, SOFTWARE_VERSION } from '../software-version.ts';

const ACCOUNT = '/api/admin/account';

function update({ request }: TestApp, payload: object, token?: string) {
  return request({ method: 'PUT', url: ACCOUNT, payload }, token);
}

const viewOf = async ({ get }: TestApp, token: string) =>
  (await get(ACCOUNT, token)).json().editor_view;

eachDialect((open) => {
  test('the view of the editor is remembered for every session, until it is forgotten', async () => {
    const site = await startTestApp(open);
    const [laptop, phone] = [await site.login(), await site.login()];
    expect(await viewOf(site, laptop)).toBe(null);
    for (const editor_view of ['visual', 'html', null]) {
      const response = await update(site, { editor_view }, laptop);
      expect(response.statusCode, response.body).toBe(200);
      expect(response.json()).toEqual({
        ...{ username: 'admin', password_locked_by: null, editor_view },
        second_factor: { totp: false, passkeys: [], recovery_codes_left: 0 },
        software: { version: SOFTWARE_VERSION, commit: SOFTWARE_COMMIT },
      });
      expect(await viewOf(site, phone)).toBe(editor_view);
    }
  });

  test('a call without a view changes nothing', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    await update(site, { editor_view: 'visual' }, token);
    expect((await update(site, {}, token)).json().editor_view).toBe('visual');
  });

  test('other views and fields are refused', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    expectProblem(await update(site, { editor_view: 'preview' }, token), 400);
    expectProblem(await update(site, { username: 'other' }, token), 400);
    expectProblem(await update(site, { editor_view: 'html' }), 401);
    expect(await viewOf(site, token)).toBe(null);
  });

  test('an unknown view, as from a later version, counts as none', async () => {
    const site = await startTestApp(open);
    await site.db.insertInto('settings').values({ name: 'editor_view', value: 'x' }).execute();
    expect(await viewOf(site, await site.login())).toBe(null);
  });
});
