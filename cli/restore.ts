import { resolve } from 'node:path';
import { nameOfDatabase, restoreBackup } from '@longhand/api/backups';
import { counted, showProgress } from './amounts.ts';
import { CommandError, runCommand, say, untilStopped } from './command.ts';

const USAGE = 'npm run restore -- FILE';

await runCommand(USAGE, async (config, argument, folder) => {
  if (!argument) throw new CommandError(`Which backup? It is: ${USAGE}`);
  const { dataDir, databaseUrl, s3, settingsSet, admin } = config;
  const progress = showProgress();
  const { manifest, aside } = await untilStopped((signal) =>
    restoreBackup({ dataDir, databaseUrl, s3 }, resolve(folder, argument), {
      onProgress: progress.update,
      signal,
    }),
  ).finally(progress.end);
  const images = manifest.files.length - 1;
  const password = admin.password === undefined ? 'that of then' : 'the one in ADMIN_PASSWORD';
  say(
    `${databaseUrl ? nameOfDatabase(databaseUrl) : dataDir}\nhas ${counted(manifest.posts, 'post', 'posts')} and ${counted(images, 'image', 'images')} as of ${manifest.created_at}. Everybody is logged out; the password is ${password}.`,
  );
  if (aside) say(`What was there before is in\n${aside}`);
  const missing = manifest.settings.filter((name) => !settingsSet.includes(name));
  if (missing.length > 0)
    say(`Set where it was made, and not here: ${missing.join(', ')}. A backup has no settings.`);
});
