import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { readPackages } from '../docs/locked-packages.ts';
import { OF_TESTS } from '../web/server/build-stamp.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { findNotes, releaseNotes } from './release-notes.ts';

/** Its message is shown without a stack. */
export class ReleaseError extends Error {}

/** Of the tracked files, what a server needs, and what its owner reads. */
const INCLUDED =
  /^(?:(?:api|contract|response-cache|server|web|cli)\/|docs\/(?:fail2ban\/|metrics\/)?[\w-]+\.(?:md|service|conf|yml|json)$|(?:package|package-lock|tsconfig)\.json$|compose[\w.]*\.yaml$|\.(?:npmrc|env\.example|dockerignore)$|(?:README|CHANGELOG|SECURITY)\.md$|LICENSE$|Dockerfile$)/;

const FOR_ENGINEERS = /^web\/(?:component-tests|tools)\/|^server\/dev\.ts$|^cli\/kill-at-step\.js$/;

const isReleased = (path: string) =>
  INCLUDED.test(path) && !OF_TESTS.test(path) && !FOR_ENGINEERS.test(path);

function read(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
}

function assertClean(root: string): void {
  const changed = read('git', ['status', '--porcelain'], root).trim();
  if (changed !== '')
    throw new ReleaseError(
      `A release is made of what is committed, and these files are not:\n${changed}`,
    );
}

function build(root: string): void {
  const { status } = spawnSync(process.execPath, ['web/build.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new ReleaseError('The pages could not be built; the reason is above.');
}

type Release = { readonly name: string; readonly commit: string; readonly date: string };

/** A folder as it will be unpacked. */
function stage(root: string, { name, commit, date }: Release): string {
  const staging = mkdtempSync(join(tmpdir(), 'longhand-release-'));
  const folder = join(staging, name);
  const tracked = read('git', ['ls-files', '-z'], root).split('\0');
  for (const file of tracked.filter(isReleased)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  cpSync(join(root, 'web/build'), join(folder, 'web/build'), { recursive: true });
  // A checkout brings its own Node, a release does not: `npm ci` should say so, not the first start.
  appendFileSync(join(folder, '.npmrc'), 'engine-strict=true\n');
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify({ commit, date })}\n`);
  return staging;
}

/** The same bytes for the same commit, whoever makes it and when. */
function pack(staging: string, { name, date }: Release, file: string): void {
  const args = ['--sort=name', `--mtime=${date}`, '--owner=0', '--group=0', '--numeric-owner'];
  // Readable by every user of the machine, whatever the rights were here.
  const tar = ['--create', ...args, '--mode=u=rwX,go=rX', `--file=${file}.tar`, name];
  execFileSync('tar', tar, { cwd: staging });
  execFileSync('gzip', ['--no-name', '--best', '--force', `${file}.tar`]);
}

function writeChecksums(files: readonly string[], file: string): void {
  const lines = files.map((path) => {
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    return `${hash}  ${basename(path)}\n`;
  });
  writeFileSync(file, lines.join(''));
}

/** Returns the files: the archive, its bill of materials, the notes, and the checksums of all. */
export function makeRelease(
  root: string,
  target: string,
  say: (message: string) => void,
): readonly string[] {
  assertClean(root);
  const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const notes = findNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (notes === undefined)
    throw new ReleaseError(
      `CHANGELOG.md does not say what is new in version ${version}: it has nothing, or that version is out already. Raise "version" in package.json and package-lock.json, or add what has changed.`,
    );
  const release = {
    name: `longhand-${version}`,
    commit: read('git', ['rev-parse', 'HEAD'], root).trim(),
    date: read('git', ['log', '-1', '--format=%cI'], root).trim(),
  };
  const folder = resolve(root, target);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, release.name);
  say('Building the pages …');
  build(root);
  say('Packing …');
  const staging = stage(root, release);
  try {
    pack(staging, release, path);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  const bill = billOfMaterials(readPackages(root), { version, date: release.date });
  writeFileSync(`${path}.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`);
  writeFileSync(`${path}.md`, releaseNotes({ version, node: engines.node, notes }));
  const files = ['tar.gz', 'cdx.json', 'md'].map((end) => `${path}.${end}`);
  const checksums = join(folder, `${release.name}.sha256`);
  writeChecksums(files, checksums);
  return [...files, checksums];
}
