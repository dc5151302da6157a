import {
  openExistingDatabase,
  openExistingDatabaseReadOnly,
} from '@longhand/api/existing-database';
import { openUploads } from '@longhand/api/uploads';
import { runCommand, say } from './command.ts';
import { counted, inKilobytes } from './progress.ts';

await runCommand({
  usage: 'npm run uploads:collect, or npm run uploads:collect -- --dry-run',
  options: { 'dry-run': 'boolean' },
  noArgument: 'These arguments are not valid.',
  async run({ config, options }) {
    const isDryRun = options['dry-run'] === true;
    await using db = await (isDryRun
      ? openExistingDatabaseReadOnly(config)
      : openExistingDatabase(config, { onReplacementFinished: say }));
    const uploads = openUploads(db, config);
    const idle = await uploads.listUnreferenced();
    const removed = isDryRun ? [] : await uploads.collect();
    for (const { name, bytes, since, due } of idle) {
      const pending = due && isDryRun ? 'would go' : 'stays for now';
      const outcome = removed.includes(name) ? 'removed' : pending;
      console.log(`${outcome}  ${name}  ${inKilobytes(bytes)}  unused since ${since}`);
    }
    const due = idle.filter((upload) => upload.due);
    const amount = inKilobytes(due.reduce((sum, { bytes }) => sum + bytes, 0));
    console.log(
      isDryRun
        ? `${counted(due.length, 'upload', 'uploads')} with ${amount} would be removed. Nothing was changed.`
        : `${counted(removed.length, 'upload', 'uploads')} removed.`,
    );
  },
});
