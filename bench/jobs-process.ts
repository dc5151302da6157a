import { buildApi } from '@longhand/api/app';
import { readConfig } from '@longhand/api/config';
import { openDatabase } from '@longhand/api/database';
import pino from 'pino';

const HOUR_MS = 3_600_000;
/** The most frequent periodic job runs as often. */
const STEP_MS = 5_000;

const megabytes = () => process.memoryUsage.rss() / 1e6;

// Without a listener: only the scheduler works here, with a clock that this process sets.
const [folder = '', hours = '24'] = process.argv.slice(2);
const start = Date.now();
let now = start;
const config = readConfig({ DATA_DIR: folder, BACKUP_EVERY: '6h', BACKUP_KEEP: '2' });
const db = await openDatabase({ dataDir: folder });
const logger = pino({ level: 'silent' });
const app = await buildApi({ config, db, logger, clock: () => new Date(now) });
await app.ready();
const { scheduler } = app;
await scheduler.tick();
const memory = { start: megabytes(), firstHour: 0, end: 0, most: 0 };
for (; now < start + Number(hours) * HOUR_MS; now += STEP_MS) {
  await scheduler.tick();
  memory.most = Math.max(memory.most, megabytes());
  if (now - start < HOUR_MS) memory.firstHour = megabytes();
}
memory.end = megabytes();
const jobs = scheduler
  .states()
  .map(({ name, successes, failures }) => ({ name, successes, failures }));
await app.close();
console.log(JSON.stringify({ memory, jobs }));
process.exit(0);
