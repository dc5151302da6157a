import { resolve } from 'node:path';
import {
  backupJobOf,
  defaultBackupFile,
  describePlace,
  recordBackupByCommand,
  sendBackupNow,
  streamBackup,
  type WrittenBackup,
  writeBackup,
} from '@longhand/api/backups';
import {
  CommandError,
  type Context,
  runCommand,
  STANDARD_STREAM,
  say,
  untilStopped,
} from './command.ts';
import { counted, inMegabytes, showProgress } from './progress.ts';

const USAGE = 'npm run backup, npm run backup -- FILE, or npm run --silent backup -- - > FILE';

type Made = Pick<WrittenBackup, 'manifest' | 'warnings'> & { readonly bytes?: number };

function sayMade(where: string, { manifest, bytes, warnings }: Made, advice: string): void {
  const images = manifest.files.length - 1;
  const size = bytes === undefined ? '' : `, ${inMegabytes(bytes)}`;
  say(
    `${where}\nis a backup of ${counted(manifest.posts, 'post', 'posts')} and ${counted(images, 'image', 'images')}${size}. ${advice}`,
  );
  if (warnings.length > 0)
    say(
      `It lacks images that posts show:\n${warnings.map((warning) => `  - ${warning}`).join('\n')}\nUpload those images again, and make another backup; keep an older one that has them.`,
    );
}

async function sendRemote({ config }: Context, signal: AbortSignal): Promise<void> {
  const { remote } = config.backups;
  if (!remote) return;
  const progress = showProgress();
  const sent = await sendBackupNow(config, remote, {
    onProgress: progress.update,
    signal,
  }).finally(progress.end);
  sayMade(`${describePlace(remote.place)}/${sent.name}`, sent, 'It was read back from there.');
  if (sent.cleanupError) say(`Older backups there could not be deleted: ${sent.cleanupError}.`);
}

const ADVICE = 'Keep it private and on another machine.';

/** npm writes the name of the script to the same output, before the archive. */
function assertOutputIsFree({ environment }: Context): void {
  const { npm_lifecycle_event: script, npm_config_loglevel: level } = environment;
  if (process.stdout.isTTY || (script !== undefined && level !== 'silent'))
    throw new CommandError(`Which file? Usage: ${USAGE}`);
}

async function writeToOutput(context: Context, signal: AbortSignal): Promise<void> {
  assertOutputIsFree(context);
  const made = await streamBackup(backupJobOf(context.config), process.stdout, { signal });
  await recordBackupByCommand(context.config);
  sayMade('What was written', made, ADVICE);
}

async function writeToFile(context: Context, signal: AbortSignal): Promise<void> {
  const { config, argument, folder } = context;
  const file = argument ? resolve(folder, argument) : defaultBackupFile(config.dataDir, new Date());
  const progress = showProgress();
  const made = await writeBackup(backupJobOf(config), file, {
    onProgress: progress.update,
    signal,
  }).finally(progress.end);
  await recordBackupByCommand(config);
  sayMade(file, made, ADVICE);
  if (!argument) await sendRemote(context, signal);
}

await runCommand({
  usage: USAGE,
  run: (context) =>
    untilStopped((signal) =>
      context.argument === STANDARD_STREAM
        ? writeToOutput(context, signal)
        : writeToFile(context, signal),
    ),
});
