import { sessionHeaders } from '../test-support/administrator.ts';
import { count, milliseconds, type Section } from '../test-support/report.ts';
import { largest, median } from '../test-support/statistics.ts';
import { startCluster, stopCluster } from './instances/cluster.ts';
import { type DisturbanceLengths, tryDisturbances } from './instances/disturbances.ts';
import { tryFreshness } from './instances/freshness.ts';
import { trySchedules } from './instances/schedules.ts';
import { tryStartup } from './instances/startup.ts';
import { total } from './kill.ts';

type Lengths = DisturbanceLengths & { readonly publishes: number; readonly scheduled: number };

export async function tryInstances(lengths: Lengths) {
  const cluster = await startCluster();
  try {
    const startup = await tryStartup(cluster);
    await Promise.all(cluster.instances.map(({ start }) => start({ LOG_LEVEL: 'fatal' })));
    const headers = await sessionHeaders(cluster.instances[0].url);
    const freshness = await tryFreshness(cluster.instances, headers, lengths.publishes);
    const schedules = await trySchedules(cluster, headers, lengths.scheduled);
    const disturbances = await tryDisturbances(cluster, headers, lengths);
    return { startup, freshness, schedules, disturbances };
  } finally {
    await stopCluster(cluster);
  }
}

const FULL: Lengths = {
  publishes: 200,
  scheduled: 200,
  seed: 11,
  writersEach: 3,
  rounds: 4,
  ms: 2_000,
};
const WITHIN_MS = 1_000;

export async function instancesTrial(): Promise<Section> {
  const { startup, freshness, schedules, disturbances } = await tryInstances(FULL);
  const { numbers, answers, recoveredAfterMs } = disturbances;
  const problems = [
    ...startup.problems,
    ...freshness.problems,
    ...schedules.problems,
    ...numbers.problems,
  ];
  for (const problem of problems) console.error(`  ${problem}`);
  const { seenAfterMs } = freshness;
  const late = seenAfterMs.filter((ms) => ms > WITHIN_MS).length;
  const { complete, absent, partial } = numbers.unanswered;
  const statuses = [...answers].map(([status, times]) => `${status}: ${count(times)}`).join(', ');
  return {
    title: 'Three instances on one PostgreSQL server',
    about: `Three processes with separate data folders, one PostgreSQL server that syncs to its disk, and one folder of uploads. All three start together on an empty database. Then one publishes, and the page, the post and the list are requested from the other two until they have the change. Then ${FULL.scheduled} posts are due at one moment; when half of them are published, an instance is killed (SIGKILL), and what is stored and shown is compared with the schedule. Then ${FULL.writersEach} writers on each create, change, publish, delete, restore, upload and save working copies while an instance is killed (SIGKILL), PostgreSQL is stopped and started, and PostgreSQL crashes (SIGQUIT) and is started, ${FULL.rounds} times each; after each, everything written is compared with the last response about it, as above. While the database is unavailable, cached pages are sent and everything else is 503.`,
    columns: ['', '', ''],
    rows: [
      ['migrations, of three that started together', count(startup.migrations), 'each once'],
      [
        'publishes on one',
        count(FULL.publishes),
        `${count(seenAfterMs.length)} checks on the others`,
      ],
      [
        'seen by the others after',
        milliseconds(median(seenAfterMs)),
        `at most ${milliseconds(largest(seenAfterMs))}`,
      ],
      ['later than 1 s', `**${count(late)}**`, ''],
      [
        'scheduled posts',
        count(FULL.scheduled),
        `${count(schedules.publishedBeforeKill)} published when an instance was killed`,
      ],
      [
        'published exactly once, with their date',
        `**${count(schedules.publishedOnce)}**`,
        `after their time: median ${milliseconds(median(schedules.publishedAfterMs))}, at most ${milliseconds(largest(schedules.publishedAfterMs))}`,
      ],
      ['acknowledged writes', count(total(numbers.acknowledged)), ''],
      ['acknowledged and lost', `**${count(numbers.lost)}**`, ''],
      [
        'writes without a response, or with 503',
        count(complete + absent + partial),
        `complete ${count(complete)}, absent ${count(absent)}, partial **${count(partial)}**`,
      ],
      ['responses meanwhile', count(total(answers)), statuses],
      [
        'ready again after PostgreSQL',
        milliseconds(median(recoveredAfterMs)),
        `at most ${milliseconds(largest(recoveredAfterMs))}`,
      ],
      ['other errors found', count(problems.length), ''],
    ],
  };
}
