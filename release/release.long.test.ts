import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { logIn } from '../test-support/administrator.ts';
import { checkOut } from '../test-support/checkout.ts';
import { cleanEnvironment } from '../test-support/environment.ts';
import { freePort } from '../test-support/free-port.ts';
import { installPackages } from '../test-support/install-packages.ts';
import { createReleasedDatabase, RELEASED_VERSIONS } from '../test-support/released-database.ts';
import { administrator, runCommand, untilRunning } from '../test-support/server-process.ts';
import { ADMIN_PASSWORD } from '../test-support/site.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { giveAway, UNPRIVILEGED } from '../test-support/unprivileged.ts';
import { picture, uploadForm } from '../test-support/uploads.ts';
import { makeRelease, ReleaseError } from './make-release.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function unpack(archive: string): string {
  const folder = temporaryFolder();
  execFileSync('tar', ['--extract', '--gzip', `--file=${archive}`, `--directory=${folder}`]);
  const [name = ''] = readdirSync(folder);
  installPackages(ROOT, join(folder, name), true);
  chmodSync(folder, 0o755);
  return join(folder, name);
}

async function npm(folder: string, args: readonly string[], settings: Record<string, string>) {
  const PATH = [dirname(process.execPath), cleanEnvironment({}).PATH].join(delimiter);
  return runCommand('npm', args, {
    ...{ cwd: folder, detached: true, ...UNPRIVILEGED },
    env: cleanEnvironment({ PATH, TMPDIR: '/tmp', ...settings }),
  });
}

async function start(folder: string, DATA_DIR: string) {
  const port = await freePort();
  const settings = { DATA_DIR, PORT: String(port), ADMIN_PASSWORD };
  return untilRunning(await npm(folder, ['start'], settings), port);
}

test('a release starts without a build on a database of each earlier version, and can be rolled back', async () => {
  const checkout = checkOut();
  const out = temporaryFolder();
  const [archive = '', materials = '', notes = '', checksums = ''] = makeRelease(
    checkout,
    out,
    () => {},
  );
  expect(readFileSync(notes, 'utf8')).toContain('# Longhand ');
  const bill = JSON.parse(readFileSync(materials, 'utf8'));
  expect(bill.bomFormat).toBe('CycloneDX');
  const components: string[] = bill.components.map(({ name }: { name: string }) => name);
  expect(components).toEqual(expect.arrayContaining(['fastify', 'nodemailer', 'zod']));
  expect(components).not.toContain('vite');
  execFileSync('sha256sum', ['--check', '--strict', checksums], { cwd: out });
  const folder = unpack(archive);
  // What an image is made of, and what owners copy.
  for (const wanted of [
    ...['Dockerfile', '.dockerignore', 'compose.yaml', 'tsconfig.json'],
    ...['docs/longhand.service', 'docs/fail2ban/jail.conf', 'docs/metrics/alert-rules.yml'],
  ])
    expect(existsSync(join(folder, wanted)), wanted).toBe(true);
  for (const unwanted of ['node_modules/vite', 'web/component-tests', 'web/build.test.ts'])
    expect(existsSync(join(folder, unwanted))).toBe(false);

  // So that `npm ci` refuses an older Node, which it does before it installs anything.
  const strict = await npm(folder, ['config', 'get', 'engine-strict'], {});
  expect(await strict.exited).toBe(0);
  expect(strict.output.stdout).toBe('true\n');

  for (const version of RELEASED_VERSIONS) {
    const dataDir = temporaryFolder();
    await createReleasedDatabase(dataDir, version);
    giveAway(dataDir);
    const server = await start(folder, dataDir);
    expect(server.output.stderr).toContain('The database was updated for this version.');
    expect(server.output.stderr).not.toMatch(/[Bb]uil/);
    const health = await (await fetch(`${server.url}/healthz`)).json();
    expect(health.commit).toMatch(/^[0-9a-f]{40}$/);
    const { create } = await logIn(server.url);
    const { call } = await administrator(server.url, ADMIN_PASSWORD);
    const upload = await call(
      'POST',
      '/upload-image',
      uploadForm(await picture().png().toBuffer()),
    );
    expect((await fetch(server.url + upload.body.url)).status).toBe(200);
    await create({ title: 'Of the release', content: 'x', excerpt: 'x', published: true });
    expect(await (await fetch(`${server.url}/blog`)).text()).toContain('Of the release');
    server.child.kill('SIGTERM');
    await server.exited;
    const rollback = await npm(folder, ['run', 'rollback'], { DATA_DIR: dataDir });
    expect(await rollback.exited).toBe(0);
    expect(rollback.output.stderr).toContain(`Now start version ${version}`);
  }
});

test('a checkout with changes makes no release', () => {
  const checkout = checkOut();
  cpSync(join(checkout, 'LICENSE'), join(checkout, 'NEW'));
  expect(() => makeRelease(checkout, temporaryFolder(), () => {})).toThrow(ReleaseError);
});
