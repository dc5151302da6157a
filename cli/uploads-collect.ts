import { readConfig } from '@longhand/api/config';
import { openDatabase } from '@longhand/api/database';
import { openUploads } from '@longhand/api/uploads';
import { readEnvironment } from '../server/environment.ts';
import { explainStartFailure } from '../server/failures.ts';

const USAGE = 'npm run uploads:collect, or npm run uploads:collect -- --dry-run';

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1000)} KB`;

async function collect(isDryRun: boolean): Promise<void> {
  const config = readConfig(readEnvironment());
  const db = await openDatabase(config);
  try {
    const uploads = openUploads(db, config.dataDir);
    const idle = await uploads.listIdle();
    const removed = isDryRun ? [] : await uploads.collect();
    for (const { name, bytes, since, due } of idle) {
      const what = removed.includes(name) ? 'removed' : due ? 'would go' : 'stays for now';
      console.log(`${what}  ${name}  ${kilobytes(bytes)}  named by nothing since ${since}`);
    }
    const due = idle.filter((each) => each.due);
    const amount = kilobytes(due.reduce((sum, { bytes }) => sum + bytes, 0));
    console.log(
      isDryRun
        ? `${due.length} uploads with ${amount} would go. Nothing was changed.`
        : `${removed.length} uploads are removed.`,
    );
  } finally {
    await db.destroy();
  }
}

const [argument, ...more] = process.argv.slice(2);
try {
  if (more.length > 0 || (argument !== undefined && argument !== '--dry-run')) {
    console.error(`That is not understood. It is ${USAGE}.`);
    process.exit(1);
  }
  await collect(argument === '--dry-run');
} catch (error) {
  console.error(explainStartFailure(error));
  process.exit(1);
}
