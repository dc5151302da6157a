import { fileURLToPath } from 'node:url';
import { connectDatabase } from '@longhand/api/database';
import type { Mailing } from '@longhand/contract/newsletter/newsletter';
import { logIn, sessionHeaders } from '../test-support/administrator.ts';
import { startChild, temporaryFolder } from '../test-support/cleanup.ts';
import { freePort } from '../test-support/free-port.ts';
import { requestOk } from '../test-support/http-client.ts';
import {
  count,
  formatSection,
  goal,
  megabytes,
  milliseconds,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { startSite } from '../test-support/site.ts';
import { median } from '../test-support/statistics.ts';
import { addSubscribers } from '../test-support/subscribers.ts';
import { ensureBuilt } from '../web/server/build-stamp.ts';
import { PAGE_EVERY_MS, p99Of } from './page-times.ts';
import { IS_QUICK } from './settings.ts';

const SUBSCRIBERS = IS_QUICK ? 5_000 : 100_000;
const LOAD_SECONDS = IS_QUICK ? 5 : 20;
/** Of the p99 of a cached page, while a mailing is sent. */
const MAX_FACTOR = 2;
const LIST_MS = 1_000;

/** In another process, so that it does not delay the measurement. */
async function startSink(): Promise<string> {
  const port = await freePort();
  const script = fileURLToPath(new URL('mail-sink.ts', import.meta.url));
  startChild(process.execPath, [script, String(port)], { stdio: 'inherit' });
  return `smtp://127.0.0.1:${port}`;
}

async function startBlog() {
  const folder = temporaryFolder();
  const mail = { SMTP_URL: await startSink(), MAIL_FROM: 'Blog <blog@example.org>' };
  const site = await startSite(folder, mail);
  const db = connectDatabase({ dataDir: folder });
  await addSubscribers(
    db,
    ...Array.from({ length: SUBSCRIBERS }, (_, n) => `reader-${n}@example.com`),
  );
  await db.destroy();
  return site;
}

async function measureList(url: string, headers: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const begin = performance.now();
    await requestOk(`${url}/api/admin/subscribers`, { headers });
    times.push(performance.now() - begin);
  }
  return median(times);
}

async function measureMailings(): Promise<Section> {
  const site = await startBlog();
  const headers = await sessionHeaders(site.url);
  const admin = `${site.url}/api/admin/mailings`;
  const text = { title: 'A post', excerpt: 'An excerpt', content: '<p>Text</p>'.repeat(500) };
  const { id: post_id } = await (await logIn(site.url)).create({ ...text, published: true });
  const listMs = await measureList(site.url, headers);
  await p99Of(site.url, LOAD_SECONDS);
  const atRest = await p99Of(site.url, LOAD_SECONDS);
  const before = site.memory('current');
  const begun = await requestOk(admin, { method: 'POST', headers, body: { post_id } }, 202);
  const { id } = JSON.parse(begun.body.toString()) as { id: string };
  const sending = await p99Of(site.url, LOAD_SECONDS);
  const answer = await requestOk(`${admin}/${id}`, { headers });
  const { sent } = JSON.parse(answer.body.toString()) as Mailing;
  const peak = site.memory('peak');
  await site.stop();
  const factor = sending / atRest;
  return {
    title: 'Mailings',
    about: `A post is sent to ${count(SUBSCRIBERS)} subscribers by a mail server that takes everything at once, while readers ask for the front page every ${PAGE_EVERY_MS} ms.`,
    columns: ['', '', ''],
    rows: [
      ['list of subscribers', milliseconds(listMs), goal(listMs, 'at most', LIST_MS, ' ms')],
      ['p99 of a cached page at rest', milliseconds(atRest), ''],
      [
        'while it is sent',
        milliseconds(sending),
        `${ratio(sending, atRest)}, ${goal(factor, 'at most', MAX_FACTOR, ' ×')}`,
      ],
      ['mails meanwhile', count(sent), `in ${LOAD_SECONDS} s`],
      ['memory before', megabytes(before), `at most ${megabytes(peak)} while it was sent`],
    ],
  };
}

if (import.meta.main) {
  ensureBuilt(console.error);
  console.log(formatSection(await measureMailings()));
  process.exit(0);
}
