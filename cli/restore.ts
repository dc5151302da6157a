import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import {
  describeLocation,
  describePlace,
  listRemoteBackups,
  openRemoteBackup,
  restoreBackup,
} from '@longhand/api/backups';
import type { Config } from '@longhand/api/config';
import { CommandError, runCommand, STANDARD_STREAM, say, untilStopped } from './command.ts';
import { counted, showProgress } from './progress.ts';

const USAGE = 'npm run restore -- FILE, or npm run restore -- - < FILE';

async function whichBackup({ remote }: Config['backups']): Promise<string> {
  const question = `Which backup? Usage: ${USAGE}`;
  if (!remote) return question;
  const names = (await listRemoteBackups(remote)).map(({ name }) => `  ${name}\n`);
  const list =
    names.length > 0 ? `has these, for npm run restore -- NAME:\n${names.join('')}` : 'has none.';
  return `${question}\n${describePlace(remote.place)} ${list}`.trimEnd();
}

/** A name that is no file here may be one at BACKUP_TO. */
async function openRemote({ remote }: Config['backups'], file: string) {
  if (!remote) throw new CommandError(`There is no file ${file}. Check its name.`);
  const place = describePlace(remote.place);
  const archive = await openRemoteBackup(remote, file);
  if (!archive)
    throw new CommandError(
      `There is neither a file ${file} nor a backup of that name in ${place}. Without a name, npm run restore lists those there.`,
    );
  return { file: `${place}/${basename(file)}`, archive };
}

/** A file in a folder that may not be entered is not missing. */
function isMissing(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

async function openBackup(backups: Config['backups'], folder: string, argument: string) {
  if (argument === STANDARD_STREAM) return { file: 'What was sent', archive: process.stdin };
  const file = resolve(folder, argument);
  return isMissing(file) ? openRemote(backups, file) : { file };
}

await runCommand({
  usage: USAGE,
  async run({ config, argument, folder }) {
    const { dataDir, databaseUrl, s3, settingsSet, admin, backups } = config;
    if (!argument || (argument === STANDARD_STREAM && process.stdin.isTTY))
      throw new CommandError(await whichBackup(backups));
    const progress = showProgress();
    const { manifest, previous } = await untilStopped(async (signal) => {
      const { file, ...opened } = await openBackup(backups, folder, argument);
      return restoreBackup({ dataDir, databaseUrl, s3 }, file, {
        onProgress: progress.update,
        signal,
        passphrase: backups.passphrase,
        ...opened,
      });
    }).finally(progress.end);
    const images = manifest.files.length - 1;
    const password =
      admin.password === undefined ? 'that of then' : `the one in ${admin.passwordFrom}`;
    say(
      `${describeLocation(config)}\nhas ${counted(manifest.posts, 'post', 'posts')} and ${counted(images, 'image', 'images')} as of ${manifest.created_at}. All sessions have ended, and API tokens are deleted; the password is ${password}.`,
    );
    say(
      'Authenticator app, passkeys, recovery codes, webhooks and preview links are those of then: remove again what you had removed since.',
    );
    if (previous) say(`The previous data is in\n${previous}`);
    const missing = manifest.settings.filter((name) => !settingsSet.includes(name));
    if (missing.length > 0)
      say(
        `Set where the backup was made, but not here: ${missing.join(', ')}. A backup does not contain settings.`,
      );
  },
});
