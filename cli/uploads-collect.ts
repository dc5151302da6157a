import { openExisting, openExistingReadOnly } from '@longhand/api/existing-database';
import { openUploads } from '@longhand/api/uploads';
import { counted, inKilobytes } from './amounts.ts';
import { CommandError, runCommand, say } from './command.ts';

const DRY_RUN = '--dry-run';
const USAGE = `npm run uploads:collect, or npm run uploads:collect -- ${DRY_RUN}`;

await runCommand(
  USAGE,
  async (config, argument) => {
    const isDryRun = argument === DRY_RUN;
    if (argument !== undefined && !isDryRun)
      throw new CommandError(`That is not understood. It is: ${USAGE}`);
    const db = await (isDryRun
      ? openExistingReadOnly(config)
      : openExisting(config, { onFinished: say }));
    try {
      const uploads = openUploads(db, config);
      const idle = await uploads.listIdle();
      const removed = isDryRun ? [] : await uploads.collect();
      for (const { name, bytes, since, due } of idle) {
        const stays = due && isDryRun ? 'would go' : 'stays for now';
        const what = removed.includes(name) ? 'removed' : stays;
        console.log(`${what}  ${name}  ${inKilobytes(bytes)}  named by nothing since ${since}`);
      }
      const due = idle.filter((each) => each.due);
      const amount = inKilobytes(due.reduce((sum, { bytes }) => sum + bytes, 0));
      console.log(
        isDryRun
          ? `${counted(due.length, 'upload', 'uploads')} with ${amount} would go. Nothing was changed.`
          : `${counted(removed.length, 'upload is', 'uploads are')} removed.`,
      );
    } finally {
      await db.destroy();
    }
  },
  [DRY_RUN],
);
