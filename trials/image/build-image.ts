import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../../test-support/environment.ts';
import { installPackages } from '../../test-support/install-packages.ts';
import { linkFolder, walk } from '../../test-support/link-files.ts';
import { type Instruction, readStages, type Stage } from './dockerfile.ts';
import { ignoredBy } from './dockerignore.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export type Image = {
  readonly root: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
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
  const isSkipped = (name: string) => name === 'node_modules' || name === '.git';
  return [...walk(ROOT, isSkipped)].filter((path) => !isIgnored(path));
}

class ImageBuilder {
  readonly #folder: string;
  readonly #stages = new Map<string, MutableImage>();
  readonly #context = contextFiles();

  constructor(folder: string) {
    this.#folder = folder;
    // A no-op, because there is no user called node here.
    mkdirSync(join(folder, 'bin'), { recursive: true });
    writeFileSync(join(folder, 'bin/chown'), '#!/bin/sh\n');
    chmodSync(join(folder, 'bin/chown'), 0o755);
  }

  build({ name, from, instructions }: Stage): Image {
    const base = this.#stages.get(from);
    const isUnchanged = !instructions.some((instruction) =>
      /^(COPY|RUN|WORKDIR)$/.test(instruction.name),
    );
    const root = base && isUnchanged ? base.root : join(this.#folder, name);
    mkdirSync(root, { recursive: true });
    if (base && !isUnchanged) linkFolder(base.root, root);
    const image: MutableImage = {
      root,
      folder: base ? base.folder.replace(base.root, root) : root,
      environment: base?.environment ?? {},
      command: base?.command ?? [],
      healthCommand: base?.healthCommand ?? [],
    };
    this.#stages.set(name, image);
    for (const instruction of instructions) this.#apply(image, instruction);
    return image;
  }

  #apply(image: MutableImage, instruction: Instruction): void {
    const { name, rest } = instruction;
    if (name === 'WORKDIR') {
      image.folder = join(image.root, rest);
      mkdirSync(image.folder, { recursive: true });
    } else if (name === 'ENV') {
      const pairs = rest.split(/\s+/).map((pair) => pair.split('=', 2) as [string, string]);
      image.environment = { ...image.environment, ...Object.fromEntries(pairs) };
    } else if (name === 'COPY') this.#copy(image, instruction);
    else if (name === 'RUN') this.#run(image, rest);
    else if (name === 'CMD') image.command = JSON.parse(rest);
    else if (name === 'HEALTHCHECK')
      image.healthCommand = JSON.parse(rest.slice(rest.indexOf('CMD') + 3));
    else if (!['USER', 'VOLUME', 'EXPOSE'].includes(name))
      throw new Error(`What ${name} does to an image is not known here.`);
  }

  #copy(image: MutableImage, { flags, rest }: Instruction): void {
    const paths = rest.split(/\s+/);
    const last = paths.pop() ?? '';
    const target = last.startsWith('/') ? join(image.root, last) : resolve(image.folder, last);
    const isFolder = last.endsWith('/') || paths.length > 1;
    for (const path of paths) {
      if (flags.from !== undefined) {
        const stage = this.#stages.get(flags.from);
        if (!stage) throw new Error(`COPY --from=${flags.from} names no stage before it.`);
        linkFolder(join(stage.root, path), target);
      } else this.#copyFromContext(path, target, isFolder);
    }
  }

  #copyFromContext(path: string, target: string, isFolder: boolean): void {
    const files = this.#context.filter((file) => file === path || file.startsWith(`${path}/`));
    if (files.length === 0) throw new Error(`COPY ${path}: the build gets no such file.`);
    for (const file of files) {
      const single = isFolder ? join(target, basename(path)) : target;
      const to = file === path ? single : join(target, file.slice(path.length));
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(join(ROOT, file), to);
    }
  }

  #run(image: MutableImage, command: string): void {
    const [, flags, rest = ''] = /^npm ci((?: --[\w=-]+)*)(?: && (.*))?$/s.exec(command) ?? [];
    if (flags === undefined) {
      this.#execute(image, command);
      return;
    }
    if (!flags.includes('--ignore-scripts')) throw new Error('npm ci would run scripts.');
    installPackages(ROOT, image.folder, flags.includes('--omit=dev'));
    if (rest !== '') this.#execute(image, rest);
  }

  #execute(image: MutableImage, command: string): void {
    const { status, stderr } = spawnSync('/bin/sh', ['-c', mapPaths(image.root, command)], {
      cwd: image.folder,
      env: environmentIn(image, {
        PATH: `${join(this.#folder, 'bin')}${delimiter}${PATH_OF_NODE}`,
      }),
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stderr}`);
  }
}

const PATH_OF_NODE = [dirname(process.execPath), cleanEnvironment({}).PATH].join(delimiter);

/** `settings` are those of `docker run`. */
export function environmentIn(image: Image, settings: Readonly<Record<string, string>>) {
  const own = Object.entries(image.environment).map(
    ([name, value]) => [name, mapPaths(image.root, value)] as const,
  );
  return cleanEnvironment({ PATH: PATH_OF_NODE, ...Object.fromEntries(own), ...settings });
}

/**
 * Executes the Dockerfile without Docker, with one folder per stage. `npm ci` links the packages of
 * this checkout.
 */
export function buildImage(folder: string): Map<string, Image> {
  const builder = new ImageBuilder(folder);
  const stages = readStages(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  return new Map(stages.map((stage) => [stage.name, builder.build(stage)]));
}
