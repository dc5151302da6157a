import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { logIn, run, startServer, temporaryFolder } from '../test-support/server-process.ts';

const SCRIPT = 'cli/admin-password.ts';

test('a new password works immediately in the running server, and ends all sessions', async () => {
  const settings = { DATA_DIR: temporaryFolder() };
  const { url, output } = await startServer(settings);
  const old = /Password {2}(\S+)/.exec(output.stderr)?.[1] ?? '';
  const { access_token } = (await (await logIn(url, old)).json()) as { access_token: string };

  const set = run(SCRIPT, settings, 'a new password\n');
  expect(await set.exited).toBe(0);
  expect(set.output.stderr).toContain('all sessions have ended');
  expect(set.output.stderr).not.toContain('a new password');

  const admin = await fetch(`${url}/api/admin/posts`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(admin.status).toBe(401);
  expect((await logIn(url, old)).status).toBe(401);
  expect((await logIn(url, 'a new password')).status).toBe(200);
});

test('without input, a password is generated and shown', async () => {
  const settings = { DATA_DIR: temporaryFolder() };
  const { url } = await startServer(settings);
  const set = run(SCRIPT, settings);
  expect(await set.exited).toBe(0);
  const password = /Password {2}(\S+)/.exec(set.output.stderr)?.[1] ?? '';
  expect((await logIn(url, password)).status).toBe(200);
});

test('a short password is refused, and so is any while ADMIN_PASSWORD is set', async () => {
  const settings = { DATA_DIR: temporaryFolder() };
  await startServer(settings);
  const short = run(SCRIPT, settings, 'short\n');
  expect(await short.exited).toBe(1);
  expect(short.output.stderr).toContain('at least 10 characters');
  const fixed = run(
    SCRIPT,
    { ...settings, ADMIN_PASSWORD: 'from the environment' },
    'a new password\n',
  );
  expect(await fixed.exited).toBe(1);
  expect(fixed.output.stderr).toContain('ADMIN_PASSWORD is set');
});

test('no blog is created, and a password as an argument is refused', async () => {
  const settings = { DATA_DIR: temporaryFolder() };
  const none = run(SCRIPT, settings, 'a new password\n');
  expect(await none.exited).toBe(1);
  expect(none.output.stderr).toMatch(/^There is no blog in .* check DATA_DIR.*\n$/);
  const shown = run(SCRIPT, settings, '', ['secret']);
  expect(await shown.exited).toBe(1);
  expect(shown.output.stderr).toMatch(/password in a command\. Usage: npm run admin:password/);
  expect(readdirSync(settings.DATA_DIR)).toEqual([]);
});
