import { resolve } from 'node:path';
import { restoreBackup } from '@longhand/api/backups';
import { counted, showProgress } from './amounts.ts';
import { CommandError, runCommand, say } from './command.ts';

const USAGE = 'npm run restore -- FILE';

await runCommand(USAGE, async ({ dataDir, settingsSet }, argument, folder) => {
  if (!argument) throw new CommandError(`Which backup? It is: ${USAGE}`);
  const progress = showProgress();
  const { manifest, aside } = await restoreBackup(
    dataDir,
    resolve(folder, argument),
    progress.update,
  ).finally(progress.end);
  const images = manifest.files.length - 1;
  say(
    `${dataDir}\nhas ${counted(manifest.posts, 'post', 'posts')} and ${counted(images, 'image', 'images')} as of ${manifest.created_at}. Everybody is logged out; the password is that of then.`,
  );
  if (aside) say(`What was there before is in\n${aside}`);
  const missing = manifest.settings.filter((name) => !settingsSet.includes(name));
  if (missing.length > 0)
    say(`Set where it was made, and not here: ${missing.join(', ')}. A backup has no settings.`);
});
