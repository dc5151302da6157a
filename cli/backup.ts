import { resolve } from 'node:path';
import { backupJobOf, defaultBackupFile, writeBackup } from '@longhand/api/backups';
import { runCommand, say, untilStopped } from './command.ts';
import { counted, inMegabytes, showProgress } from './progress.ts';

await runCommand({
  usage: 'npm run backup -- FILE',
  async run({ config, argument, folder }) {
    const file = argument
      ? resolve(folder, argument)
      : defaultBackupFile(config.dataDir, new Date());
    const progress = showProgress();
    const { manifest, bytes, warnings } = await untilStopped((signal) =>
      writeBackup(backupJobOf(config), file, { onProgress: progress.update, signal }),
    ).finally(progress.end);
    const images = manifest.files.length - 1;
    say(
      `${file}\nis a backup of ${counted(manifest.posts, 'post', 'posts')} and ${counted(images, 'image', 'images')}, ${inMegabytes(bytes)}. Keep it private and on another machine.`,
    );
    if (warnings.length > 0)
      say(
        `It lacks uploads that posts show:\n${warnings.map((warning) => `  - ${warning}`).join('\n')}\nUpload those images again, and make another backup; keep an older one that has them.`,
      );
  },
});
