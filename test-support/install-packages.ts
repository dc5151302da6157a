import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { linkFolder } from './link-files.ts';

type LockedPackage = {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
};
type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> };

const readLock = (file: string): Lock => JSON.parse(readFileSync(file, 'utf8'));

/** `npm ci` fails when the package.json of a workspace is missing. */
function refuseWithoutManifests(folder: string): void {
  const { packages } = readLock(join(folder, 'package-lock.json'));
  const workspaces = Object.keys(packages).filter((path) => !path.includes('node_modules/'));
  const missing = workspaces.filter((path) => !existsSync(join(folder, path, 'package.json')));
  if (missing.length > 0) throw new Error(`npm ci has no package.json of ${missing.join(', ')}`);
}

/** The result of `npm ci --ignore-scripts`, from already installed packages, without the network. */
export function installPackages(installed: string, folder: string, omitDev: boolean): void {
  refuseWithoutManifests(folder);
  const { packages } = readLock(join(folder, 'package-lock.json'));
  for (const [path, { dev, link, optional }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || (omitDev && dev)) continue;
    const [from, to] = [join(installed, path), join(folder, path)];
    if (link) {
      mkdirSync(dirname(to), { recursive: true });
      symlinkSync(readlinkSync(from), to);
    } else if (existsSync(from)) {
      // Created by the only allowed install script.
      const isGenerated = (name: string) => path === 'node_modules/node' && name === 'bin';
      linkFolder(from, to, (name) => name === 'node_modules' || isGenerated(name));
    } else if (!optional) throw new Error(`${path} is not installed here: npm ci puts that right.`);
  }
  const commands = join(installed, 'node_modules/.bin');
  const links = join(folder, 'node_modules/.bin');
  mkdirSync(links, { recursive: true });
  for (const name of readdirSync(commands)) {
    const target = readlinkSync(join(commands, name));
    if (existsSync(join(links, target))) symlinkSync(target, join(links, name));
  }
}
