import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeRelease } from '../release/make-release.ts';
import { checkOut } from '../test-support/checkout.ts';
import { freePort } from '../test-support/free-port.ts';
import { installPackages } from '../test-support/install-packages.ts';
import { lateDatabase } from '../test-support/late-database.ts';
import { createPostgresDatabase } from '../test-support/postgres-databases.ts';
import { createReleasedDatabase } from '../test-support/released-database.ts';
import { administrator } from '../test-support/server-process.ts';
import { bootMachine, type SystemdMachine, whyNoMachine } from '../test-support/systemd-machine.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { picture, sendHalfUpload, uploadForm } from '../test-support/uploads.ts';
import { readBlocks, readSection } from './blocks.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const deploy = readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8');
const [once = '', settings = '', , install = '', rollback = '', clone = '', pull = ''] = readBlocks(
  readSection(deploy, '## One machine'),
  'sh',
);

/** Builds the pages twice, on a machine that may be busy. */
const PATIENCE = { timeout: 1_800_000 };

/** Where the machine has the packages, since it installs none from the network. */
const PACKAGES = '/opt/packages';
const RELEASED_DATA = '/opt/data-of-a-release';
const NPM_CI = /(?:sudo )?npm ci(?: --omit=dev)?/;
const COPY_PACKAGES = `cp --archive --recursive ${PACKAGES}/. .`;

const withPackages = (block: string) => block.replace(NPM_CI, COPY_PACKAGES);

/** Only the folders node_modules, as `npm ci` makes them. */
function packagesOf(checkout: string, omitDev: boolean): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const workspaces = ['contract', 'response-cache', 'api', 'web', 'server'];
  const manifests = ['', ...workspaces].map((name) => join(name, 'package.json'));
  for (const file of [...manifests, 'package-lock.json'])
    cpSync(join(checkout, file), join(folder, file));
  installPackages(ROOT, folder, omitDev);
  for (const file of manifests) rmSync(join(folder, file));
  return folder;
}

/** The same release as if it were of another version, with its checksum. */
function renameRelease(archive: string, version: string): string {
  const folder = temporaryFolder();
  const [from, to] = [basename(archive, '.tar.gz'), `longhand-${version}`];
  const script = `tar --extract --gzip --file="$0"
    sed --in-place 's/"version": "[^"]*"/"version": "${version}"/' ${from}/package.json
    mv ${from} ${to}
    tar --create --gzip --file=${to}.tar.gz ${to}
    sha256sum ${to}.tar.gz > ${to}.sha256`;
  execFileSync('bash', ['-ec', script, archive], { cwd: folder });
  return join(folder, `${to}.tar.gz`);
}

async function health(url: string): Promise<{ version?: string }> {
  return fetch(`${url}/healthz`).then(
    (response) => response.json() as Promise<{ version: string }>,
    () => ({}),
  );
}

const untilRunning = (url: string, version = expect.any(String)) =>
  expect.poll(() => health(url)).toMatchObject({ version });

const journal = (machine: SystemdMachine) =>
  machine.run('journalctl --unit=longhand --output=cat --no-pager');

/** Settings after the ones of the document, which win. */
function configure(machine: SystemdMachine, more: Readonly<Record<string, string | number>>) {
  const lines = Object.entries(more).map(([name, value]) => `${name}=${value}\n`);
  machine.run(`cat > /etc/longhand.env <<'END'\n${settings}${lines.join('')}END`);
}

function expectReadOnly(machine: SystemdMachine): void {
  const pid = machine.show('longhand', 'MainPID');
  for (const path of ['/opt/longhand/package.json', '/etc/longhand.env']) {
    // Neither by the rights of its user, nor as the service sees it.
    expect(() => machine.run(`runuser -u longhand -- test -w ${path}`)).toThrow();
    expect(() => machine.run(`nsenter --target ${pid} --mount touch ${path}`)).toThrow(/Read-only/);
  }
  expect(() => machine.run('runuser -u nobody -- cat /etc/longhand.env')).toThrow(/denied/);
}

type Service = { readonly machine: SystemdMachine; readonly port: number; readonly url: string };

/** A machine with these files and the settings; nothing is installed yet. */
async function bootService(files: Readonly<Record<string, string>>): Promise<Service> {
  const machine = await bootMachine({ '/usr/local/bin/node': process.execPath, ...files });
  const port = await freePort();
  machine.run(once);
  configure(machine, { PORT: port });
  return { machine, port, url: `http://127.0.0.1:${port}` };
}

async function expectWorks({ machine, url }: Service, password: string): Promise<void> {
  const { call } = await administrator(url, password);
  const bytes = await picture(900, 600).jpeg().toBuffer();
  expect(await call('POST', '/upload-image', uploadForm(bytes))).toMatchObject({ status: 200 });
  const post = { title: 'Without a picture', content: 'x', excerpt: 'x', published: true };
  const { body } = await call('POST', '/posts', post);
  const page = await (await fetch(`${url}/blog/${body.slug}`)).text();
  const [, path = ''] = /og:image" content="https:\/\/[^/]+(\/social\/[^"]+)"/.exec(page) ?? [];
  expect((await fetch(url + path)).headers.get('content-type')).toBe('image/jpeg');
  const npmRun = 'cd /opt/longhand && sudo -u longhand npm run';
  machine.run(`${npmRun} backup -- /var/lib/longhand/blog.tar.gz && ${npmRun} doctor`);
}

async function expectRestarted({ machine, url }: Service): Promise<void> {
  machine.run(`kill -KILL ${machine.show('longhand', 'MainPID')}`);
  await expect.poll(() => machine.show('longhand', 'NRestarts')).toBe('1');
  await untilRunning(url);
}

async function expectUploadFinished({ machine, url }: Service, password: string): Promise<void> {
  const { authorization } = await administrator(url, password);
  const bytes = await picture().png().toBuffer();
  const upload = await sendHalfUpload(url, authorization, bytes);
  machine.run('systemctl stop --no-block longhand');
  await expect.poll(() => journal(machine)).toContain('stopping on SIGTERM');
  upload.finish();
  expect((await upload.response).statusCode).toBe(200);
  await expect.poll(() => machine.show('longhand', 'ActiveState')).toBe('inactive');
  expect(machine.show('longhand', 'Result')).toBe('success');
}

async function expectGivesUp({ machine }: Service): Promise<void> {
  configure(machine, { PORT: 'x' });
  machine.run('systemctl start longhand');
  await expect.poll(() => machine.show('longhand', 'ActiveState')).toBe('failed');
  expect(machine.show('longhand', 'ExecMainStatus')).toBe('78');
  expect(machine.show('longhand', 'NRestarts')).toBe('0');
}

async function expectWaits({ machine, port, url }: Service): Promise<void> {
  const database = await lateDatabase(await createPostgresDatabase(''));
  configure(machine, { PORT: port, WORKERS: 2, DATABASE_URL: database.url });
  machine.run('systemctl restart longhand');
  await expect.poll(() => journal(machine)).toContain('Waiting up to 60 seconds');
  database.start();
  await untilRunning(url);
}

/** With data of a version before. */
async function expectRollsBack({ machine, port, url }: Service, version: string): Promise<void> {
  configure(machine, { PORT: port });
  machine.run(`systemctl stop longhand
    rm --recursive /var/lib/longhand
    cp --recursive ${RELEASED_DATA} /var/lib/longhand && chown --recursive longhand: /var/lib/longhand
    systemctl start longhand`);
  await untilRunning(url);
  expect(journal(machine)).toContain('The database was updated for this version.');
  machine.run(rollback.replaceAll('VERSION', version));
  await untilRunning(url, version);
}

test(
  'a release is installed, used, stopped, upgraded and rolled back under systemd, as docs/deploy.md says',
  PATIENCE,
  async ({ skip }) => {
    const reason = whyNoMachine();
    if (reason) return skip(reason);
    const checkout = checkOut();
    const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
    const [archive = ''] = makeRelease(checkout, temporaryFolder(), () => {});
    const next = renameRelease(archive, '999.0.0');
    const released = temporaryFolder();
    await createReleasedDatabase(released, '0.2.0');
    const service = await bootService({
      [PACKAGES]: packagesOf(checkout, true),
      [RELEASED_DATA]: released,
      '/opt/releases': dirname(archive),
      '/opt/next': dirname(next),
    });
    const { machine, url } = service;

    machine.run(`cd /opt/releases\n${withPackages(install).replaceAll('VERSION', version)}`);
    await untilRunning(url, version);
    const [, password = ''] = /Password {2}(\S+)/.exec(journal(machine)) ?? [];
    expectReadOnly(machine);
    await expectWorks(service, password);
    await expectRestarted(service);
    await expectUploadFinished(service, password);
    await expectGivesUp(service);
    await expectWaits(service);

    machine.run(`cd /opt/next\n${withPackages(install).replaceAll('VERSION', '999.0.0')}`);
    await untilRunning(url, '999.0.0');
    await expectRollsBack(service, version);
  },
);

test(
  'a checkout is built, run and upgraded under systemd, as docs/deploy.md says',
  PATIENCE,
  async ({ skip }) => {
    const reason = whyNoMachine();
    if (reason) return skip(reason);
    const checkout = checkOut();
    const { machine, url } = await bootService({
      [PACKAGES]: packagesOf(checkout, false),
      '/opt/origin': checkout,
    });
    const origin = clone.replace(/https:\S+/, 'file:///opt/origin');
    machine.run(withPackages(origin));
    await untilRunning(url);
    expectReadOnly(machine);
    const git = ['-c', 'user.name=x', '-c', 'user.email=x@x.example'];
    const message = ['commit', '--quiet', '--allow-empty', '--message=y'];
    execFileSync('git', [...git, ...message], { cwd: checkout });
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: checkout, encoding: 'utf8' });
    machine.run(withPackages(pull));
    await expect.poll(() => health(url)).toMatchObject({ commit: commit.trim() });
  },
);
