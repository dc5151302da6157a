import { resolve } from 'node:path';
import { placeOfBackup, writeBackup } from '@longhand/api/backups';
import { counted, inMegabytes, showProgress } from './amounts.ts';
import { runCommand, say } from './command.ts';

await runCommand('npm run backup -- FILE', async (config, argument, folder) => {
  const file = argument ? resolve(folder, argument) : placeOfBackup(config.dataDir, new Date());
  const progress = showProgress();
  const order = { dataDir: config.dataDir, settings: config.settingsSet };
  const { manifest, bytes } = await writeBackup(order, file, progress.update).finally(progress.end);
  const images = manifest.files.length - 1;
  say(
    `${file}\nis a backup of ${counted(manifest.posts, 'post', 'posts')} and ${counted(images, 'image', 'images')}, ${inMegabytes(bytes)}. Keep it on another machine, and private.`,
  );
});
