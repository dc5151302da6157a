import fc from 'fast-check';
import { hasExited, temporaryFolder } from '../test-support/cleanup.ts';
import { requestOk } from '../test-support/http-client.ts';
import { count, goal, type Section } from '../test-support/report.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { type FollowedBlog, followBlog } from './fuzz/blog-state.ts';
import { watchData } from './fuzz/data-digest.ts';
import { listOperations, type Operation } from './fuzz/description.ts';
import { faultOf } from './fuzz/judge.ts';
import { PAGES } from './fuzz/pages.ts';
import { RAW_REQUESTS, rawFault } from './fuzz/raw-requests.ts';
import { illMeant, type Plan, wellMeant } from './fuzz/requests.ts';
import { describe, send, sendRaw } from './fuzz/send.ts';

const AT_ONCE = 8;
const BATCH = 200;

export type FuzzLengths = {
  readonly together: number;
  readonly oneByOne: number;
  readonly seed: number;
};

export type Fuzzed = {
  readonly requests: number;
  readonly accepted: number;
  readonly refused: number;
  readonly serverErrors: number;
  /** Refused requests after which all data was compared with what it was before. */
  readonly compared: number;
  readonly changedByRefused: number;
  readonly calls: number;
  readonly callsThatSucceeded: number;
  /** What was wrong, each with the request, to be repeated by hand. */
  readonly faults: readonly string[];
};

function* plans(
  calls: readonly Operation[],
  length: number,
  seed: number,
  wellMeantOfTen: number,
): Generator<Plan> {
  const weighted = (operations: readonly Operation[], times: number) =>
    operations.flatMap((operation) => [
      { weight: times * wellMeantOfTen, arbitrary: wellMeant(operation) },
      { weight: times * (10 - wellMeantOfTen), arbitrary: illMeant(operation) },
    ]);
  const plan = fc.oneof(...weighted(calls, 3), ...weighted(PAGES, 1));
  for (let made = 0; made < length; made += BATCH)
    yield* fc.sample(plan, { numRuns: Math.min(BATCH, length - made), seed: seed + made });
}

function createTally(origin: URL, blog: FollowedBlog) {
  const tally = {
    requests: 0,
    accepted: 0,
    refused: 0,
    serverErrors: 0,
    compared: 0,
    changedByRefused: 0,
  };
  // Neither a password nor a ticket is drawn by chance: the one is made before anything else, the
  // other has tests of its own, as a second download at once is refused with 503 on purpose.
  const succeeded = new Set(['POST /api/login', 'GET /api/backups/{ticket}']);
  const faults: string[] = [];

  return {
    tally,
    succeeded,
    faults,

    /** Sends what is planned and judges the answer; whether it was refused. */
    async ask(plan: Plan): Promise<{ refused: boolean; request: string }> {
      const { operation } = plan;
      const sent = blog.fill(plan);
      const request = describe(origin, sent);
      tally.requests += 1;
      try {
        const answer = await send(origin, sent);
        await blog.note(plan, sent, answer.status, answer.body);
        const refused = answer.status >= 400;
        tally[refused ? 'refused' : 'accepted'] += 1;
        if (answer.status >= 500) tally.serverErrors += 1;
        if (!refused && sent.method === operation.method)
          succeeded.add(`${operation.method} ${operation.path}`);
        const fault = faultOf(operation, sent.method, answer);
        if (fault) faults.push(`${fault}\n  ${request}`);
        return { refused, request };
      } catch (error) {
        faults.push(`is not answered (${error})\n  ${request}`);
        return { refused: true, request };
      }
    },

    async askRaw(): Promise<void> {
      for (const [what, bytes] of RAW_REQUESTS) {
        tally.requests += 1;
        const received = await sendRaw(origin, bytes);
        const fault = rawFault(received);
        if (fault?.startsWith('answers 5')) tally.serverErrors += 1;
        if (fault) faults.push(`${what} ${fault}\n${received.slice(0, 500)}`);
        tally[/^HTTP\/1\.1 2/.test(received) ? 'accepted' : 'refused'] += 1;
      }
    },
  };
}

type Tally = ReturnType<typeof createTally>;

/** Several at a time, in no order that matters. */
async function askTogether({ ask }: Tally, all: Iterator<Plan>): Promise<void> {
  const walk = async () => {
    for (let next = all.next(); !next.done; next = all.next()) await ask(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
}

/** One after the other; after each that is refused, everything must be as it was. */
async function askOneByOne(
  { ask, tally, faults }: Tally,
  all: Iterable<Plan>,
  folder: string,
): Promise<void> {
  const data = watchData(folder);
  let before = data.digest();
  for (const plan of all) {
    const { refused, request } = await ask(plan);
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

const STILL_THERE = [
  ...['/', '/blog', '/about', '/contact', '/login', '/admin', '/api/posts', '/api/tags'],
  ...['/feed.xml', '/sitemap.xml', '/readyz'],
];

/** What the server says about itself from now on. */
function listen({ child }: RunningSite): () => string {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  return () => said;
}

/** What is wrong with the server after all that. */
async function checkServer({ child, url }: RunningSite, said: string): Promise<string[]> {
  const log = said === '' ? [] : [`The server has said: ${said.slice(0, 2_000)}`];
  if (hasExited(child)) return ['The server has ended.', ...log];
  const home = await requestOk(url);
  for (const path of STILL_THERE) await requestOk(url + path);
  return home.body.includes('polluted') ? ['The pages are polluted.', ...log] : log;
}

export async function tryFuzz({ together, oneByOne, seed }: FuzzLengths): Promise<Fuzzed> {
  const folder = temporaryFolder();
  const site = await startSite(folder, { TRUST_PROXY: 'loopback' });
  const said = listen(site);
  try {
    const description = await requestOk(`${site.url}/api/openapi.json`);
    const calls = listOperations(JSON.parse(description.body.toString()));
    const tally = createTally(new URL(site.url), await followBlog(site.url));
    await tally.askRaw();
    await askOneByOne(tally, plans(calls, oneByOne, seed, 2), folder);
    await askTogether(tally, plans(calls, together, seed + oneByOne, 5));
    tally.faults.push(...(await checkServer(site, said())));
    const names = calls.map(({ method, path }) => `${method} ${path}`);
    return {
      ...tally.tally,
      calls: names.length,
      callsThatSucceeded: names.filter((name) => tally.succeeded.has(name)).length,
      faults: tally.faults,
    };
  } finally {
    await site.stop();
  }
}

const FULL: FuzzLengths = { together: 9_000, oneByOne: 4_000, seed: 20_260_101 };

export async function fuzzTrial(): Promise<Section> {
  const fuzzed = await tryFuzz(FULL);
  for (const fault of fuzzed.faults) console.error(`✗ ${fault}`);
  return {
    title: 'Hostile requests',
    about: `Requests generated from the API's OpenAPI description, and for the pages, valid and invalid (seed ${FULL.seed}), ${AT_ONCE} at a time and one by one, with ${RAW_REQUESTS.length} that are not valid HTTP. Every response is compared with the description: status, type and schema, and that it reveals no internals. After each refused request of those sent one by one, all data is compared with the data before it.`,
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
      ['calls that succeeded at least once', `${fuzzed.callsThatSucceeded} of ${fuzzed.calls}`, ''],
    ],
  };
}
