import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install-packages.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The files as they are here, committed. */
export function checkOut(): string {
  const folder = join(temporaryFolder(), 'checkout');
  const list = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  for (const file of list.split('\0').filter((path) => path && existsSync(join(ROOT, path))))
    cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=x', '-c', 'user.email=x@x.example', 'commit', '--quiet', '--message=x');
  installPackages(ROOT, folder, false);
  return folder;
}
