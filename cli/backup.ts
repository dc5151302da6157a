import { resolve } from 'node:path';
import {
  backupJobOf,
  defaultBackupFile,
  describePlace,
  sendBackupNow,
  type WrittenBackup,
  writeBackup,
} from '@longhand/api/backups';
import { type Context, runCommand, say, untilStopped } from './command.ts';
import { counted, inMegabytes, showProgress } from './progress.ts';

type Made = Pick<WrittenBackup, 'manifest' | 'bytes' | 'warnings'>;

function sayMade(where: string, { manifest, bytes, warnings }: Made, advice: string): void {
  const images = manifest.files.length - 1;
  say(
    `${where}\nis a backup of ${counted(manifest.posts, 'post', 'posts')} and ${counted(images, 'image', 'images')}, ${inMegabytes(bytes)}. ${advice}`,
  );
  if (warnings.length > 0)
    say(
      `It lacks uploads that posts show:\n${warnings.map((warning) => `  - ${warning}`).join('\n')}\nUpload those images again, and make another backup; keep an older one that has them.`,
    );
}

async function sendElsewhere({ config }: Context, signal: AbortSignal): Promise<void> {
  const { elsewhere } = config.backups;
  if (!elsewhere) return;
  const progress = showProgress();
  const sent = await sendBackupNow(config, elsewhere, {
    ...{ onProgress: progress.update, signal },
  }).finally(progress.end);
  sayMade(`${describePlace(elsewhere.place)}/${sent.name}`, sent, 'It was read back from there.');
  if (sent.cleanupError) say(`Older backups there could not be deleted: ${sent.cleanupError}.`);
}

await runCommand({
  usage: 'npm run backup, or npm run backup -- FILE',
  async run(context) {
    const { config, argument, folder } = context;
    const file = argument
      ? resolve(folder, argument)
      : defaultBackupFile(config.dataDir, new Date());
    await untilStopped(async (signal) => {
      const progress = showProgress();
      const made = await writeBackup(backupJobOf(config), file, {
        ...{ onProgress: progress.update, signal },
      }).finally(progress.end);
      sayMade(file, made, 'Keep it private and on another machine.');
      if (!argument) await sendElsewhere(context, signal);
    });
  },
});
