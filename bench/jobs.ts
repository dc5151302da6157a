import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { logIn } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import {
  count,
  formatSection,
  goal,
  megabytes,
  progress,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { startSite } from '../test-support/site.ts';
import { writePost } from '../test-support/texts.ts';
import { seed } from './seed.ts';
import { IS_QUICK } from './settings.ts';

const POSTS = IS_QUICK ? 50 : 2_000;
const HOURS = IS_QUICK ? 2 : 24;
const MAX_GROWTH = 1.5;

type Outcome = {
  memory: Readonly<Record<'start' | 'firstHour' | 'end' | 'most', number>>;
  jobs: readonly { name: string; successes: number; failures: number }[];
};

async function schedulePosts(folder: string): Promise<void> {
  const site = await startSite(folder);
  const { create } = await logIn(site.url);
  for (let hour = 1; hour < HOURS; hour += 1) {
    const at = new Date(Date.now() + hour * 3_600_000).toISOString();
    await create({ ...writePost(POSTS + hour, 5_000), published: false, publish_at: at });
  }
  await site.stop();
}

/** All jobs of a day, with a clock that is set forward as fast as they run. */
export async function measureJobs(): Promise<Section> {
  const folder = temporaryFolder();
  progress(`writing ${POSTS} posts`);
  await seed(folder, 0, POSTS);
  await schedulePosts(folder);
  progress(`${HOURS} hours of jobs`);
  const entry = fileURLToPath(new URL('jobs-process.ts', import.meta.url));
  const flags = ['--max-semi-space-size=4', entry, folder, String(HOURS)];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  const { memory, jobs }: Outcome = JSON.parse(stdout);
  const sum = (what: 'successes' | 'failures') => jobs.reduce((total, job) => total + job[what], 0);
  const published = jobs.find(({ name }) => name === 'publish-scheduled-posts');
  const row = (name: string, value: number) => [
    name,
    megabytes(value),
    ratio(value, memory.firstHour),
    '',
  ];
  return {
    title: `${HOURS} hours of scheduled jobs, with ${count(POSTS)} posts`,
    about: `The process of the API without a listener, with a clock that is set forward five seconds after each round of jobs: a post is published every hour, an automatic backup made every six. Memory is the resident set.`,
    columns: ['', '', 'to the first hour', 'goal'],
    rows: [
      row('memory after the start', memory.start),
      row('after the first hour', memory.firstHour),
      row('most', memory.most),
      [
        'at the end',
        megabytes(memory.end),
        ratio(memory.end, memory.firstHour),
        goal(memory.end / memory.firstHour, 'at most', MAX_GROWTH, ' ×'),
      ],
      ['jobs that were run', count(sum('successes')), '', ''],
      ['rounds that published', count(published?.successes ?? 0), '', ''],
      ['failures', count(sum('failures')), '', goal(sum('failures'), 'at most', 0)],
    ],
  };
}

if (import.meta.main) console.log(formatSection(await measureJobs()));
