import { setTimeout as wait } from 'node:timers/promises';
import { connectDatabase } from '@longhand/api/database';
import type { Mailing } from '@longhand/contract/newsletter/newsletter';
import type { Post } from '@longhand/contract/posts/posts';
import { sessionHeaders } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import type { TestLocation } from '../test-support/database-problems.ts';
import { freePort } from '../test-support/free-port.ts';
import { requestOk } from '../test-support/http-client.ts';
import { type MailServer, startMailServer } from '../test-support/mail-server.ts';
import { count, type Section } from '../test-support/report.ts';
import { startSite } from '../test-support/site.ts';
import { addSubscribers } from '../test-support/subscribers.ts';
import { createRandom, pick } from '../test-support/texts.ts';
import { startCluster, stopCluster } from './instances/cluster.ts';
import { killAll, workersOf } from './kill.ts';

type Lengths = {
  readonly seed: number;
  readonly recipients: number;
  readonly kills: number;
  /** How long the mail server takes to answer each message. */
  readonly answerMs: number;
};

/** What sends, and how a part of it is killed and started again. */
type Senders = {
  readonly location: TestLocation;
  readonly url: () => string;
  readonly kill: (random: () => number) => Promise<void>;
  readonly stop: () => Promise<void>;
};

const POLL_MS = 50;
const TIMEOUT_MS = 300_000;
const ANSWER_TIMEOUT_MS = 10_000;

function settingsFor({ url }: MailServer) {
  return {
    ...{ SMTP_URL: url, MAIL_FROM: 'Blog <blog@example.org>' },
    ...{ DEMO_CONTENT: 'false', LOG_LEVEL: 'fatal' },
  };
}

/** One process with two workers: a worker is killed, or all of them. */
export async function startWorkers(server: MailServer): Promise<Senders> {
  const dataDir = temporaryFolder();
  const port = await freePort();
  const start = () => startSite(dataDir, { ...settingsFor(server), WORKERS: '2' }, port);
  let site = await start();
  return {
    location: { dataDir },
    url: () => site.url,
    async kill(random) {
      const workers = workersOf(site.child);
      if (random() < 0.5) return void process.kill(pick(random, workers), 'SIGKILL');
      await killAll(site.child, [site.child.pid as number, ...workers]);
      site = await start();
    },
    stop: () => site.stop(),
  };
}

/** On one PostgreSQL server; one of them is killed. */
export async function startInstances(server: MailServer): Promise<Senders> {
  const cluster = await startCluster();
  const settings = settingsFor(server);
  for (const { start } of cluster.instances) await start(settings);
  return {
    location: cluster.location,
    url: () => cluster.instances[0].url,
    async kill(random) {
      const instance = pick(random, cluster.instances);
      await instance.kill();
      await instance.start(settings);
    },
    stop: () => stopCluster(cluster),
  };
}

async function startMailing(url: string, headers: Record<string, string>): Promise<string> {
  const call = async <Answer>(path: string, body: object, status: number): Promise<Answer> => {
    const options = { method: 'POST', headers, body };
    const response = await requestOk(`${url}/api/admin/${path}`, options, status);
    return JSON.parse(response.body.toString());
  };
  const text = { title: 'A post', excerpt: 'An excerpt', content: '<p>Text</p>' };
  const { id } = await call<Post>('posts', { ...text, published: true }, 201);
  return (await call<{ id: string }>('mailings', { post_id: id }, 202)).id;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  while (!(await condition()) && Date.now() < end) await wait(POLL_MS);
}

/** At random moments of the mailing, whatever the speed of the machine. */
function killMoments({ recipients, kills }: Lengths, random: () => number): number[] {
  return Array.from({ length: kills }, () => Math.floor(random() * recipients * 0.9)).toSorted(
    (a, b) => a - b,
  );
}

function compare(mailing: Mailing, server: MailServer, emails: readonly string[]) {
  const received = Map.groupBy(server.mails, ({ envelope }) => envelope.to[0] ?? '');
  const inFlight = new Set(mailing.in_flight);
  return {
    mailing,
    twice: [...received].filter(([, mails]) => mails.length > 1).map(([email]) => email),
    missed: emails.filter((email) => !received.has(email) && !inFlight.has(email)),
    inFlightAndReceived: mailing.in_flight.filter((email) => received.has(email)).length,
  };
}

/** Sends a post while a part of what sends is killed again and again. */
export async function tryMailings(
  lengths: Lengths,
  startSenders: (server: MailServer) => Promise<Senders>,
) {
  const random = createRandom(lengths.seed);
  const server = await startMailServer();
  server.behave(async (step) => {
    if (step === 'message') await wait(lengths.answerMs);
    return undefined;
  });
  const senders = await startSenders(server);
  try {
    const emails = Array.from({ length: lengths.recipients }, (_, n) => `reader-${n}@example.com`);
    const db = connectDatabase(senders.location);
    await addSubscribers(db, ...emails);
    await db.destroy();
    const headers = await sessionHeaders(senders.url());
    const id = await startMailing(senders.url(), headers);
    for (const moment of killMoments(lengths, random)) {
      await until(() => server.mails.length >= moment);
      await senders.kill(random);
    }
    const find = async (): Promise<Mailing> => {
      // A connection that was handed to a worker at the moment of its death is never answered.
      const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
      const url = `${senders.url()}/api/admin/mailings/${id}`;
      return (await fetch(url, { headers, signal })).json();
    };
    await until(async () => (await find().catch(() => undefined))?.state === 'done');
    return compare(await find(), server, emails);
  } finally {
    await senders.stop();
    await server.stop();
  }
}

const FULL: Lengths = { seed: 19, recipients: 1_000, kills: 10, answerMs: 20 };

export async function mailingsTrial(): Promise<Section> {
  const results = [
    { name: 'two workers, SQLite', ...(await tryMailings(FULL, startWorkers)) },
    { name: 'three instances, PostgreSQL', ...(await tryMailings(FULL, startInstances)) },
  ];
  return {
    title: 'Mailings whose senders are killed',
    about: `A post is sent to ${count(FULL.recipients)} subscribers. At ${FULL.kills} random moments a worker, all of them, or one of three instances is killed (SIGKILL) and started again. What a mail server has received is compared with what the blog says. A mail that was being sent then may have arrived or not: it is listed as in flight and not sent again.`,
    columns: ['', ...results.map(({ name }) => name)],
    rows: [
      ['sent', ...results.map(({ mailing }) => count(mailing.sent))],
      ['received twice', ...results.map(({ twice }) => `**${count(twice.length)}**`)],
      ['missed and not listed', ...results.map(({ missed }) => `**${count(missed.length)}**`)],
      [
        'listed as in flight',
        ...results.map(
          ({ mailing, inFlightAndReceived }) =>
            `${count(mailing.in_flight.length)}, of which ${count(inFlightAndReceived)} had arrived`,
        ),
      ],
    ],
  };
}
