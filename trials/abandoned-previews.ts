import { setTimeout as wait } from 'node:timers/promises';
import { sessionHeaders } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { startPostgres } from '../test-support/postgres-server.ts';
import { count, goal, progress, type Section } from '../test-support/report.ts';
import { startSite } from '../test-support/site.ts';
import { createRandom } from '../test-support/texts.ts';
import { picture, uploadForm } from '../test-support/uploads.ts';
import { startBusyLoops } from './busy-loops.ts';

type AbandonedPreviewLengths = { readonly seconds: number; readonly busyLoops: number };

const SAVERS = 4;
const PREVIEWERS = 4;
/** Longer than most previews take, so that some are abandoned when they are just done. */
const LONGEST_PREVIEW_MS = 60;
const TEXT = '<h2>Part</h2><p>Some <b>words</b> &amp; more</p>'.repeat(300);

async function load(url: string, seconds: number) {
  const authorization = await sessionHeaders(url);
  const random = createRandom(1);
  const figures = { saves: 0, uploads: 0, abandoned: 0, failures: [] as string[] };
  const end = performance.now() + seconds * 1_000;
  const post = (path: string, body: unknown, init: RequestInit = {}) =>
    fetch(`${url}/api/admin/${path}`, {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...init,
    });
  const note = async (call: string, response: Response) => {
    const body = await response.text();
    if (!response.ok) figures.failures.push(`${call}: ${response.status} ${body.slice(0, 300)}`);
  };
  const repeat = async (work: () => Promise<void>) => {
    while (performance.now() < end)
      await work().catch((error) => void figures.failures.push(`${error}: ${error.cause}`));
  };
  const save = async () => {
    // One title and one moment for many: slugs and sort keys meet.
    const body = { title: 'A title', excerpt: 'An excerpt', content: TEXT, published: true };
    await note('save', await post('posts', body));
    figures.saves += 1;
  };
  const preview = async () => {
    const signal = AbortSignal.timeout(Math.ceil(random() * LONGEST_PREVIEW_MS));
    await post('preview', { content: TEXT }, { signal })
      .then((response) => note('preview', response))
      .catch(() => {
        figures.abandoned += 1;
      });
    // Each abandoned preview costs a connection: without a pause, saves would wait to be accepted.
    await wait(100);
  };
  const upload = async () => {
    const colour = Math.floor(random() * 0xffffff).toString(16);
    const background = `#${colour.padStart(6, '0')}`;
    const body = uploadForm(await picture(40, 20, background).png().toBuffer());
    await note('upload', await post('upload-image', null, { headers: authorization, body }));
    figures.uploads += 1;
    await wait(100);
  };
  await Promise.all([
    ...Array.from({ length: SAVERS }, () => repeat(save)),
    ...Array.from({ length: PREVIEWERS }, () => repeat(preview)),
    repeat(upload),
  ]);
  return figures;
}

export async function tryAbandonedPreviews(
  { seconds, busyLoops }: AbandonedPreviewLengths,
  settings: Readonly<Record<string, string>> = {},
) {
  const site = await startSite(temporaryFolder(), { LOG_LEVEL: 'error', ...settings });
  const stopLoops = startBusyLoops(busyLoops);
  try {
    const figures = await load(site.url, seconds);
    const logged = site
      .output()
      .split('\n')
      .filter((line) => line.includes('request failed'));
    return { ...figures, logged: logged.join('\n') };
  } finally {
    await stopLoops();
    await site.stop();
  }
}

const FULL: AbandonedPreviewLengths = { seconds: 120, busyLoops: 4 };

export async function abandonedPreviewsTrial(): Promise<Section> {
  progress(`abandoned previews for ${FULL.seconds} s on each database`);
  const onSqlite = await tryAbandonedPreviews(FULL);
  const postgres = await startPostgres();
  const onPostgres = await tryAbandonedPreviews(FULL, { DATABASE_URL: postgres.url() }).finally(
    postgres.stop,
  );
  const row = (name: string, figures: typeof onSqlite) => [
    name,
    count(figures.saves / FULL.seconds),
    count(figures.uploads),
    count(figures.abandoned),
    count(figures.failures.length),
    goal(figures.failures.length, 'at most', 0),
  ];
  const failures = [...onSqlite.failures, ...onPostgres.failures];
  if (failures.length > 0) console.error(failures.slice(0, 20), onSqlite.logged, onPostgres.logged);
  return {
    title: 'Abandoned previews',
    about: `${FULL.busyLoops} processes that only compute run beside the server. For ${FULL.seconds} s, ${SAVERS} clients create posts with the same title, one uploads pictures, and ${PREVIEWERS} request previews and close the connection at a random moment.`,
    columns: ['', 'posts a second', 'uploads', 'abandoned', 'anything but success', 'goal'],
    rows: [row('SQLite', onSqlite), row('PostgreSQL', onPostgres)],
  };
}
