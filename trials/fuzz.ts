import { REQUEST_KINDS, REQUEST_STATUSES } from '@longhand/response-cache';
import fc from 'fast-check';
import { hasExited, temporaryFolder } from '../test-support/cleanup.ts';
import { requestOk } from '../test-support/http-client.ts';
import { count, goal, type Section } from '../test-support/report.ts';
import { METRICS_TOKEN, scrape } from '../test-support/scrape.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { type TrackedBlog, trackBlog } from './fuzz/blog-state.ts';
import { watchData } from './fuzz/data-digest.ts';
import { findFault } from './fuzz/judge.ts';
import { listOperations, type Operation, PAGES } from './fuzz/operations.ts';
import { findRawFault, RAW_REQUESTS } from './fuzz/raw-requests.ts';
import { hostilePlan, type Plan, validPlan } from './fuzz/requests.ts';
import { describe, send as sendInput, sendRaw } from './fuzz/send.ts';
import { weighted } from './fuzz/values.ts';

const CONCURRENCY = 8;
const BATCH = 200;
/** More valid requests for each call that has not succeeded yet. */
const MORE_REQUESTS = 100;

type FuzzLengths = {
  readonly concurrent: number;
  readonly sequential: number;
  readonly seed: number;
};

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

function* plans(
  calls: readonly Operation[],
  length: number,
  seed: number,
  validOfTen: number,
): Generator<Plan> {
  const plansOf = (operations: readonly Operation[], times: number) =>
    operations.flatMap((operation): [number, fc.Arbitrary<Plan>][] => [
      [times * validOfTen, validPlan(operation)],
      [times * (10 - validOfTen), hostilePlan(operation)],
    ]);
  const plan = weighted(...plansOf(calls, 3), ...plansOf(PAGES, 1));
  for (let count = 0; count < length; count += BATCH)
    yield* fc.sample(plan, { numRuns: Math.min(BATCH, length - count), seed: seed + count });
}

function createTally(origin: URL, blog: TrackedBlog) {
  const tally = {
    requests: 0,
    accepted: 0,
    refused: 0,
    serverErrors: 0,
    /** Refused requests after which all data was compared. */
    compared: 0,
    changedByRefused: 0,
  };
  // Why excluded: passwords, codes, tickets, the links of mails, old addresses and the ids of webhooks cannot be
  // guessed, archives and lists are no JSON, and so there is no import, and mail is not set up. They have tests of
  // their own.
  const succeeded = new Set([
    'POST /api/login',
    'POST /api/login/passkey',
    'POST /api/admin/password',
    'POST /api/admin/totp',
    'POST /api/admin/totp/confirm',
    'POST /api/admin/totp/remove',
    'POST /api/admin/passkeys',
    'POST /api/admin/passkeys/options',
    'POST /api/admin/passkeys/{id}/remove',
    'POST /api/admin/recovery-codes',
    'POST /api/admin/tokens',
    'DELETE /api/admin/tokens/{id}',
    'DELETE /api/admin/webhooks/{id}',
    'GET /api/admin/webhooks/{id}/deliveries',
    'GET /api/backups/{ticket}',
    'GET /api/exports/{ticket}',
    'POST /api/admin/imports',
    'GET /api/admin/imports/{id}',
    'DELETE /api/admin/imports/{id}',
    'POST /api/admin/imports/{id}/start',
    'POST /api/admin/redirects.csv',
    'PUT /api/admin/redirects',
    'DELETE /api/admin/redirects',
    'POST /api/admin/subscribers.csv',
    'DELETE /api/admin/subscribers/{id}',
    'POST /api/admin/newsletter/test',
    'POST /api/admin/mailings',
    'POST /api/admin/mailings/test',
    'GET /api/admin/mailings/preview',
    'GET /api/admin/mailings/{id}',
    'POST /api/admin/mailings/{id}/pause',
    'POST /api/admin/mailings/{id}/resume',
    'POST /api/admin/mailings/{id}/cancel',
    'POST /api/newsletter',
    'GET /api/newsletter/confirmations/{token}',
    'POST /api/newsletter/confirmations/{token}',
    'GET /api/newsletter/subscriptions/{token}',
    'POST /api/newsletter/subscriptions/{token}',
  ]);
  /** With the request as a curl command. */
  const faults: string[] = [];

  return {
    tally,
    succeeded,
    faults,

    async send(plan: Plan): Promise<{ refused: boolean; request: string }> {
      const { operation } = plan;
      const input = blog.fill(plan);
      const request = describe(origin, input);
      tally.requests += 1;
      try {
        const response = await sendInput(origin, input);
        await blog.note(plan, input, response.status, response.body);
        const refused = response.status >= 400;
        tally[refused ? 'refused' : 'accepted'] += 1;
        if (response.status >= 500) tally.serverErrors += 1;
        if (!refused && input.method === operation.method) succeeded.add(nameOf(operation));
        const fault = findFault(operation, input.method, response);
        if (fault) faults.push(`${fault}\n  ${request}`);
        return { refused, request };
      } catch (error) {
        faults.push(`is not answered (${error})\n  ${request}`);
        return { refused: true, request };
      }
    },

    async sendRawRequests(): Promise<void> {
      for (const [what, bytes] of RAW_REQUESTS) {
        tally.requests += 1;
        const received = await sendRaw(origin, bytes);
        const fault = findRawFault(received);
        if (fault?.startsWith('answers 5')) tally.serverErrors += 1;
        if (fault) faults.push(`${what} ${fault}\n${received.slice(0, 500)}`);
        tally[/^HTTP\/1\.1 2/.test(received) ? 'accepted' : 'refused'] += 1;
      }
    },
  };
}

type Tally = ReturnType<typeof createTally>;

async function sendConcurrently({ send }: Tally, all: Iterator<Plan>): Promise<void> {
  const walk = async () => {
    for (let next = all.next(); !next.done; next = all.next()) await send(next.value);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, walk));
}

/** A refused request must not change any data. */
async function sendSequentially(
  { send, tally, faults }: Tally,
  all: Iterable<Plan>,
  folder: string,
): Promise<void> {
  const data = watchData(folder);
  let before = data.digest();
  for (const plan of all) {
    const { refused, request } = await send(plan);
    const after = data.digest();
    if (refused) {
      tally.compared += 1;
      if (after !== before) {
        tally.changedByRefused += 1;
        faults.push(`is refused and changes the data\n  ${request}`);
      }
    }
    before = after;
  }
  data.close();
}

/** A call that is refused this often is one that always is, whatever the seed. */
async function sendUntilEachSucceeds(
  { send, succeeded }: Tally,
  calls: readonly Operation[],
  seed: number,
): Promise<string[]> {
  const findMissing = () => calls.filter((call) => !succeeded.has(nameOf(call)));
  for (let round = 0; round < MORE_REQUESTS && findMissing().length > 0; round += 1) {
    const missing = findMissing();
    // With the calls of the paths above, since these create what it needs.
    const creating = calls.filter(
      ({ method, path }) =>
        ['POST', 'PUT'].includes(method) && missing.some((call) => call.path.startsWith(path)),
    );
    for (const call of new Set([...creating, ...missing])) {
      const [plan] = fc.sample(validPlan(call), { numRuns: 1, seed: seed + round });
      await send(plan as Plan);
    }
  }
  return findMissing().map(nameOf);
}

const MUST_RESPOND = [
  ...['/', '/blog', '/about', '/contact', '/login', '/admin', '/api/posts', '/api/tags'],
  '/api/archive',
  ...['/feed.xml', '/sitemap.xml', '/readyz'],
];

async function checkServer({ child, url }: RunningSite, logged: string): Promise<string[]> {
  const log = logged === '' ? [] : [`The server has logged: ${logged.slice(0, 2_000)}`];
  if (hasExited(child)) return ['The server has exited.', ...log];
  const home = await requestOk(url);
  for (const path of MUST_RESPOND) await requestOk(url + path);
  return home.body.includes('polluted') ? ['The pages are polluted.', ...log] : log;
}

/** A status that is sent for the first time adds one; nothing else may. */
export const MAX_NEW_SERIES = REQUEST_KINDS.length * REQUEST_STATUSES.length;

/** Node's own are of its handles, not of requests. */
async function listSeries(url: string): Promise<string[]> {
  return (await scrape(url)).series.filter((name) => name.startsWith('longhand_'));
}

export async function tryFuzz({ concurrent, sequential, seed }: FuzzLengths) {
  const folder = temporaryFolder();
  const site = await startSite(folder, {
    TRUST_PROXY: 'loopback',
    METRICS_TOKEN,
    // Whatever else is logged is a fault.
    LOG_LOGIN_FAILURES: 'off',
  });
  const start = site.output();
  try {
    const description = await requestOk(`${site.url}/api/openapi.json`);
    const calls = listOperations(JSON.parse(description.body.toString()));
    const seriesBefore = await listSeries(site.url);
    const tally = createTally(new URL(site.url), await trackBlog(site.url));
    await tally.sendRawRequests();
    await sendSequentially(tally, plans(calls, sequential, seed, 2), folder);
    await sendConcurrently(tally, plans(calls, concurrent, seed + sequential, 5));
    const callsWithoutSuccess = await sendUntilEachSucceeds(tally, calls, seed);
    tally.faults.push(...(await checkServer(site, site.output().slice(start.length))));
    const { tally: numbers, faults } = tally;
    const newSeries = (await listSeries(site.url)).filter((name) => !seriesBefore.includes(name));
    return { ...numbers, calls: calls.length, callsWithoutSuccess, faults, newSeries };
  } finally {
    await site.stop();
  }
}

const FULL: FuzzLengths = { concurrent: 9_000, sequential: 4_000, seed: 20_260_101 };

export async function fuzzTrial(): Promise<Section> {
  const fuzzed = await tryFuzz(FULL);
  for (const fault of fuzzed.faults) console.error(`✗ ${fault}`);
  return {
    title: 'Hostile requests',
    about: `Requests generated from the API's OpenAPI description, and for the pages, valid and invalid (seed ${FULL.seed}), ${CONCURRENCY} at a time and one by one, with ${RAW_REQUESTS.length} that are not valid HTTP. Every response is compared with the description: status, type and schema, and that it reveals no internals. After each refused request of those sent one by one, all data is compared with the data before it.`,
    columns: ['', '', 'goal'],
    rows: [
      ['requests', count(fuzzed.requests), goal(fuzzed.requests, 'at least', 10_000)],
      ['accepted', count(fuzzed.accepted), ''],
      ['refused', count(fuzzed.refused), ''],
      ['5xx responses', count(fuzzed.serverErrors), goal(fuzzed.serverErrors, 'at most', 0)],
      [
        'responses that do not match, including 5xx',
        count(fuzzed.faults.length),
        goal(fuzzed.faults.length, 'at most', 0),
      ],
      ['refused and compared', count(fuzzed.compared), ''],
      [
        'refused that changed something',
        count(fuzzed.changedByRefused),
        goal(fuzzed.changedByRefused, 'at most', 0),
      ],
      [
        'new series of metrics',
        count(fuzzed.newSeries.length),
        goal(fuzzed.newSeries.length, 'at most', MAX_NEW_SERIES),
      ],
      [
        'calls that succeeded at least once',
        `${fuzzed.calls - fuzzed.callsWithoutSuccess.length} of ${fuzzed.calls}`,
        '',
      ],
    ],
  };
}
