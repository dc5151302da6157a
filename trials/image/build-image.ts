import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../../test-support/environment.ts';
import { installPackages } from '../../test-support/install-packages.ts';
import { linkFolder, walk } from '../../test-support/link-files.ts';
import { UNPRIVILEGED } from '../../test-support/unprivileged.ts';
import { ignoredBy } from './dockerignore.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export type Image = {
  readonly root: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: typeof UNPRIVILEGED;
  readonly command: readonly string[];
  readonly healthCommand: readonly string[];
};

type MutableImage = { -readonly [Key in keyof Image]: Image[Key] };

/** Used from this machine; every other absolute path is inside the image. */
const SYSTEM_FOLDERS = ['bin', 'dev', 'etc', 'proc', 'tmp', 'usr'];

/** Maps absolute paths to the image's folder. */
function mapPaths(root: string, text: string): string {
  return text.replaceAll(/(?<=^|[\s=])\/([\w.-]+)/g, (path, name) =>
    SYSTEM_FOLDERS.includes(name) ? path : root + path,
  );
}

/** The build context of `docker build`. */
function contextFiles(): readonly string[] {
  const isIgnored = ignoredBy(readFileSync(join(ROOT, '.dockerignore'), 'utf8'));
  return [...walk(ROOT, (name) => name === 'node_modules')].filter((path) => !isIgnored(path));
}

const PATH_OF_NODE = [dirname(process.execPath), cleanEnvironment({}).PATH].join(delimiter);

/** `settings` are those of `docker run`. */
export function environmentIn(image: Image, settings: Readonly<Record<string, string>>) {
  const own = Object.entries(image.environment).map(
    ([name, value]) => [name, mapPaths(image.root, value)] as const,
  );
  return cleanEnvironment({
    PATH: PATH_OF_NODE,
    TMPDIR: '/tmp',
    ...Object.fromEntries(own),
    ...settings,
  });
}

type Stage = {
  readonly name: string;
  readonly from: string;
  readonly instructions: { readonly name: string; readonly rest: string }[];
};

function readStages(text: string): Stage[] {
  const lines = text
    .replaceAll(/^[ \t]*(#.*)?\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .trim()
    .split('\n');
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\w+)\s+(\S.*)$/.exec(line) ?? [];
    const [from = '', , stage = String(stages.length)] = rest.split(/\s+/);
    if (name === 'FROM') stages.push({ name: stage, from, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, rest });
  }
  return stages;
}

/**
 * Executes the Dockerfile without Docker, with one folder per stage. `npm ci` links the packages of
 * this checkout.
 */
export function buildImage(folder: string): Map<string, Image> {
  const images = new Map<string, MutableImage>();
  const context = contextFiles();
  chmodSync(folder, 0o755);
  // There is no user called node here.
  const { uid, gid } = UNPRIVILEGED;
  const chown = uid === undefined ? '' : `shift; /bin/chown ${uid}:${gid} "$@"\n`;
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin/chown'), `#!/bin/sh\n${chown}`, { mode: 0o755 });
  const PATH = `${join(folder, 'bin')}${delimiter}${PATH_OF_NODE}`;

  function copyFromContext(pattern: string, target: string, isFolder: boolean): void {
    // A pattern like `release.jso[n]` may match nothing.
    const path = pattern.replaceAll(/[[\]]/g, '');
    const files = context.filter((file) => file === path || file.startsWith(`${path}/`));
    if (files.length === 0 && path === pattern)
      throw new Error(`COPY ${path}: the build gets no such file.`);
    for (const file of files) {
      const single = isFolder ? join(target, basename(path)) : target;
      const to = file === path ? single : join(target, file.slice(path.length));
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(join(ROOT, file), to);
    }
  }

  function copy(image: Image, rest: string): void {
    const [, from, list = ''] = /^(?:--from=(\S+)\s+)?(\S.*)$/.exec(rest) ?? [];
    const paths = list.split(/\s+/);
    const last = paths.pop() ?? '';
    const target = last.startsWith('/') ? join(image.root, last) : resolve(image.folder, last);
    const stage = from === undefined ? undefined : images.get(from);
    if (from !== undefined && !stage)
      throw new Error(`COPY --from=${from} names no stage before it.`);
    for (const path of paths) {
      if (stage) linkFolder(join(stage.root, path), target);
      else copyFromContext(path, target, last.endsWith('/') || paths.length > 1);
    }
  }

  function execute(image: Image, command: string): void {
    const { status, stderr } = spawnSync('/bin/sh', ['-c', mapPaths(image.root, command)], {
      cwd: image.folder,
      ...image.user,
      env: environmentIn(image, { PATH }),
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stderr}`);
  }

  function run(image: Image, command: string): void {
    const [install, flags = '', rest = ''] =
      /^(?:\[ -e release\.json \] \|\| )?npm ci((?: --[\w=-]+)*)(?: && (.*))?$/s.exec(command) ??
      [];
    if (install !== undefined) {
      if (!flags.includes('--ignore-scripts')) throw new Error('npm ci would run scripts.');
      installPackages(ROOT, image.folder, flags.includes('--omit=dev'));
    }
    const others = install === undefined ? command : rest;
    if (others !== '') execute(image, others);
  }

  const apply: Readonly<Record<string, (image: MutableImage, rest: string) => void>> = {
    WORKDIR(image, rest) {
      image.folder = join(image.root, rest);
      mkdirSync(image.folder, { recursive: true });
    },
    ENV(image, rest) {
      const pairs = rest.split(/\s+/).map((pair) => pair.split('=', 2) as [string, string]);
      image.environment = { ...image.environment, ...Object.fromEntries(pairs) };
    },
    COPY: copy,
    RUN: run,
    CMD(image, rest) {
      image.command = JSON.parse(rest);
    },
    HEALTHCHECK(image, rest) {
      image.healthCommand = JSON.parse(rest.slice(rest.indexOf('CMD') + 3));
    },
    USER(image) {
      image.user = UNPRIVILEGED;
    },
    VOLUME() {},
    EXPOSE() {},
  };

  for (const { name, from, instructions } of readStages(
    readFileSync(join(ROOT, 'Dockerfile'), 'utf8'),
  )) {
    const base = images.get(from);
    const isUnchanged = !instructions.some((each) => /^(COPY|RUN|WORKDIR)$/.test(each.name));
    const root = base && isUnchanged ? base.root : join(folder, name);
    mkdirSync(root, { recursive: true });
    if (base && !isUnchanged) linkFolder(base.root, root);
    const image: MutableImage = {
      root,
      folder: base ? base.folder.replace(base.root, root) : root,
      environment: base?.environment ?? {},
      user: base?.user ?? {},
      command: base?.command ?? [],
      healthCommand: base?.healthCommand ?? [],
    };
    images.set(name, image);
    for (const instruction of instructions) {
      const step = apply[instruction.name];
      if (!step) throw new Error(`What ${instruction.name} does to an image is not known here.`);
      step(image, instruction.rest);
    }
  }
  return images;
}
