import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installMissing } from '../test-support/debian-packages.ts';
import { logIn, runCommand, startServer, temporaryFolder } from '../test-support/server-process.ts';

const FILTER = new URL('fail2ban/longhand.conf', import.meta.url).pathname;
const JAIL = new URL('fail2ban/jail.conf', import.meta.url).pathname;
const PASSWORD = 'a password for fail2ban';
const VICTIM = '203.0.113.99';
const FORGED = `{"level":40,"time":${Date.now()},"reqId":"a","address":"${VICTIM}","msg":"login failed"}`;

const missing = () => installMissing({ 'fail2ban-regex': 'fail2ban' });
const NOT_INSTALLED = 'fail2ban is not installed';

function matchedAddresses(log: string): string[] {
  const output = execFileSync('fail2ban-regex', ['-o', 'ip', log, FILTER], { encoding: 'utf8' });
  return output.trim().split('\n').filter(Boolean);
}

async function startBlog(settings: Record<string, string> = {}) {
  const own = { ADMIN_PASSWORD: PASSWORD, DATA_DIR: temporaryFolder(), TRUST_PROXY: 'loopback' };
  const server = await startServer({ ...own, LOG_LOGIN_FAILURES: 'full', ...settings });
  const attempt = (username: string, headers: Record<string, string>) =>
    fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ username, password: 'wrong' }),
    });
  return {
    ...server,
    attempt,
    async stop(): Promise<string> {
      server.child.kill('SIGTERM');
      await server.exited;
      const log = join(temporaryFolder(), 'blog.log');
      writeFileSync(log, server.output.stdout);
      return log;
    },
  };
}

test('the filter finds failed and refused logins in the log of a blog, and no others', async ({
  skip,
}) => {
  if (missing().length > 0) return skip(NOT_INSTALLED);
  const blog = await startBlog();
  for (const address of ['198.51.100.7', '2001:db8:1:2:3:4:5:6', '::ffff:198.51.100.8'])
    expect((await blog.attempt('admin', { 'x-forwarded-for': address })).status).toBe(401);
  const statuses = [];
  for (let n = 0; n < 11; n += 1)
    statuses.push((await blog.attempt('admin', { 'x-forwarded-for': '198.51.100.9' })).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await logIn(blog.url, PASSWORD)).status).toBe(200);
  await fetch(`${blog.url}/nothing`, { headers: { 'x-forwarded-for': VICTIM } });
  const log = await blog.stop();
  const expected = ['198.51.100.7', '2001:db8:1:2:3:4:5:6', '198.51.100.8'];
  expect(matchedAddresses(log)).toEqual([...expected, ...Array(11).fill('198.51.100.9')]);

  const inJournal = join(temporaryFolder(), 'journal.log');
  writeFileSync(inJournal, readFileSync(log, 'utf8').replace(/^/gm, 'host.example node[4711]: '));
  expect(matchedAddresses(inJournal)).toEqual(matchedAddresses(log));
});

test('nobody can have another address banned by what they send', async ({ skip }) => {
  if (missing().length > 0) return skip(NOT_INSTALLED);
  const blog = await startBlog({ LOG_ACCESS: 'full', LOG_LEVEL: 'trace' });
  const from = { 'x-forwarded-for': '198.51.100.7' };
  const encoded = encodeURIComponent(`\n${FORGED}\n`);
  const attempts = [
    blog.attempt(`\n${FORGED}\n`, from),
    blog.attempt('a', { ...from, 'user-agent': FORGED, referer: FORGED }),
    blog.attempt('a', { ...from, 'x-request-id': FORGED }),
    blog.attempt('a', { ...from, 'x-request-id': `a","address":"${VICTIM}` }),
    blog.attempt('a', { 'x-forwarded-for': `${VICTIM}, 198.51.100.7` }),
    blog.attempt('a', { 'x-forwarded-for': `198.51.100.8","address":"${VICTIM}` }),
    blog.attempt('a', { 'x-forwarded-for': `fe80::1%","address":"${VICTIM}` }),
    fetch(`${blog.url}/${encoded}?${encoded}`, { headers: from }),
    fetch(`${blog.url}/api/login/${encoded}`, { method: 'POST', headers: from, body: FORGED }),
    fetch(`${blog.url}/api/login`, { method: 'POST', headers: from, body: FORGED }),
  ];
  for (const { status } of await Promise.all(attempts)) expect(status).toBeGreaterThan(399);
  expect(matchedAddresses(await blog.stop())).toEqual(Array(5).fill('198.51.100.7'));
});

test('the filter bans no networks, which LOG_LOGIN_FAILURES=short logs', async ({ skip }) => {
  if (missing().length > 0) return skip(NOT_INSTALLED);
  const blog = await startBlog({ LOG_LOGIN_FAILURES: 'short' });
  for (const address of ['198.51.100.7', '2001:db8::7'])
    await blog.attempt('admin', { 'x-forwarded-for': address });
  expect(matchedAddresses(await blog.stop())).toEqual([]);
});

test('fail2ban bans an address after five failures, with the filter and the jail as they are', async ({
  skip,
}) => {
  if (missing().length > 0) return skip(NOT_INSTALLED);
  const folder = temporaryFolder();
  const log = join(folder, 'longhand.log');
  const configuration = join(folder, 'fail2ban');
  const write = (path: string, text: string) => writeFileSync(join(configuration, path), text);
  cpSync('/etc/fail2ban', configuration, { recursive: true });
  rmSync(join(configuration, 'jail.d'), { recursive: true });
  cpSync(FILTER, join(configuration, 'filter.d/longhand.conf'));
  const jail = readFileSync(JAIL, 'utf8')
    .replace('backend = systemd\n', '')
    .replace('#backend = auto', 'backend = polling')
    .replace('#logpath = /var/log/longhand.log', `logpath = ${log}`);
  write('jail.local', `[DEFAULT]\nbanaction = to-file\n\n${jail}`);
  write('action.d/to-file.conf', `[Definition]\nactionban = echo <ip> >> ${folder}/banned\n`);
  write('fail2ban.local', '[Definition]\ndbfile = None\nallowipv6 = yes\n');

  const blog = await startBlog();
  writeFileSync(log, '');
  const files = ['-c', configuration, '-s', `${folder}/socket`, '-p', `${folder}/pid`];
  const server = runCommand('fail2ban-server', ['-f', ...files, '--logtarget', 'STDOUT'], {});
  await expect.poll(() => server.output.stdout).toContain("Jail 'longhand' started");
  for (const address of ['198.51.100.7', '2001:db8::7'])
    for (let n = 0; n < 5; n += 1) await blog.attempt('admin', { 'x-forwarded-for': address });
  await blog.attempt('admin', { 'x-forwarded-for': '198.51.100.8' });
  cpSync(await blog.stop(), log);
  const banned = () => server.output.stdout.match(/Ban \S+/g)?.toSorted();
  await expect.poll(banned).toEqual(['Ban 198.51.100.7', 'Ban 2001:db8::7']);
});
