import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { totpCode } from '../test-support/authenticator.ts';
import { logIn, run, startServer, temporaryFolder } from '../test-support/server-process.ts';

const SCRIPT = 'cli/admin-unlock.ts';
const PASSWORD = 'from the environment';

async function setUpTotp(url: string, token: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}/api/admin${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.ok, path).toBe(true);
    return (await response.json()) as { secret: string };
  };
  const { secret } = await post('/totp', { password: PASSWORD });
  await post('/totp/confirm', { code: totpCode(secret, new Date()) });
}

test('it lets the owner in at once, also of a running server, and ends all sessions', async () => {
  const settings = { DATA_DIR: temporaryFolder(), ADMIN_PASSWORD: PASSWORD };
  const server = await startServer(settings);
  const { url } = server;
  const { access_token } = (await (await logIn(url, PASSWORD)).json()) as { access_token: string };
  await setUpTotp(url, access_token);
  expect((await logIn(url, PASSWORD)).status).toBe(401);

  const unlock = run(SCRIPT, settings);
  expect(await unlock.exited).toBe(0);
  for (const line of [
    'all sessions have ended',
    '1 authenticator app',
    '0 passkeys',
    '10 recovery codes',
  ])
    expect(unlock.output.stderr).toContain(line);
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await fetch(`${url}/api/admin/account`, { headers })).status).toBe(401);
  expect((await logIn(url, PASSWORD)).status).toBe(200);

  server.child.kill('SIGTERM');
  await server.exited;
  const again = run(SCRIPT, settings);
  expect(await again.exited).toBe(0);
  expect(again.output.stderr).toContain('0 authenticator apps');
});

test('no blog is created, and an argument is refused', async () => {
  const settings = { DATA_DIR: temporaryFolder() };
  const none = run(SCRIPT, settings);
  expect(await none.exited).toBe(1);
  expect(none.output.stderr).toMatch(/^There is no blog in .* check DATA_DIR.*\n$/);
  const one = run(SCRIPT, settings, '', ['totp']);
  expect(await one.exited).toBe(1);
  expect(one.output.stderr).toContain('Usage: npm run admin:unlock');
  expect(readdirSync(settings.DATA_DIR)).toEqual([]);
});
