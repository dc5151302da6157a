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

type Locked = {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
};
type Lock = { readonly packages: Readonly<Record<string, Locked>> };

const readLock = (file: string): Lock => JSON.parse(readFileSync(file, 'utf8'));

/** As `npm ci` refuses: a manifest that was not copied is a workspace that is not there. */
function refuseWithoutManifests(folder: string): void {
  const { packages } = readLock(join(folder, 'package-lock.json'));
  const ours = Object.keys(packages).filter((path) => !path.includes('node_modules/'));
  const missing = ours.filter((path) => !existsSync(join(folder, path, 'package.json')));
  if (missing.length > 0) throw new Error(`npm ci has no package.json of ${missing.join(', ')}`);
}

/**
 * What `npm ci --ignore-scripts` leaves in a folder, made of packages that are installed already:
 * the same files without the network. `--omit=dev` leaves out what the lock file marks so.
 */
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
      // The one installation script that is allowed puts Node there.
      const isMade = (name: string) => path === 'node_modules/node' && name === 'bin';
      linkFolder(from, to, (name) => name === 'node_modules' || isMade(name));
    } else if (!optional) throw new Error(`${path} is not installed here: npm ci puts that right.`);
  }
  const commands = join(installed, 'node_modules/.bin');
  const own = join(folder, 'node_modules/.bin');
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync(commands)) {
    const target = readlinkSync(join(commands, name));
    if (existsSync(join(own, target))) symlinkSync(target, join(own, name));
  }
}
