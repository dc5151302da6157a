import { resolve } from 'node:path';
import { describeLocation, restoreBackup } from '@longhand/api/backups';
import { CommandError, runCommand, say, untilStopped } from './command.ts';
import { counted, showProgress } from './progress.ts';

const USAGE = 'npm run restore -- FILE';

await runCommand({
  usage: USAGE,
  async run({ config, argument, folder }) {
    if (!argument) throw new CommandError(`Which backup? Usage: ${USAGE}`);
    const { dataDir, databaseUrl, s3, settingsSet, admin } = config;
    const progress = showProgress();
    const { manifest, previous } = await untilStopped((signal) =>
      restoreBackup({ dataDir, databaseUrl, s3 }, resolve(folder, argument), {
        onProgress: progress.update,
        signal,
      }),
    ).finally(progress.end);
    const images = manifest.files.length - 1;
    const password = admin.password === undefined ? 'that of then' : 'the one in ADMIN_PASSWORD';
    say(
      `${describeLocation(config)}\nhas ${counted(manifest.posts, 'post', 'posts')} and ${counted(images, 'image', 'images')} as of ${manifest.created_at}. All sessions have ended; the password is ${password}.`,
    );
    if (previous) say(`The previous data is in\n${previous}`);
    const missing = manifest.settings.filter((name) => !settingsSet.includes(name));
    if (missing.length > 0)
      say(
        `Set where the backup was made, but not here: ${missing.join(', ')}. A backup does not contain settings.`,
      );
  },
});
