import { setTimeout as wait } from 'node:timers/promises';
import { request } from '../../test-support/http-client.ts';
import type { Instance } from './cluster.ts';

const PAUSE_MS = 20;

export type Watched = { readonly answers: Map<string, number>; readonly mistakes: string[] };

type Question = {
  readonly path: (turn: number) => string;
  readonly headers?: Record<string, string>;
  /** What it may answer, besides 200, while the database is away. */
  readonly mayBe?: number;
};

function questions(headers: Record<string, string>): readonly Question[] {
  return [
    { path: () => '/healthz' },
    { path: () => '/readyz', mayBe: 503 },
    { path: () => '/', mayBe: 503 },
    { path: (turn) => `/api/posts?view=summary&q=word${turn}`, mayBe: 503 },
    { path: (turn) => `/blog?q=word${turn}`, mayBe: 503 },
    { path: () => '/api/admin/trash', headers, mayBe: 503 },
  ];
}

/** Asks one instance for everything, over and over, until told to stop. */
export function watch(
  { name, url }: Instance,
  headers: Record<string, string>,
  mayBeAway: boolean,
) {
  const watched: Watched = { answers: new Map(), mistakes: [] };
  let isOver = false;

  async function askOver({ path, headers, mayBe }: Question): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      const asked = path(turn);
      const answer = await request(url + asked, { ...(headers && { headers }) }).catch(String);
      const status = typeof answer === 'string' ? answer : String(answer.status);
      watched.answers.set(status, (watched.answers.get(status) ?? 0) + 1);
      if (status !== '200' && !(mayBeAway && status === String(mayBe)))
        watched.mistakes.push(`${name} answers ${status} at ${asked}`);
      await wait(PAUSE_MS);
    }
  }

  const asking = Promise.all(questions(headers).map(askOver));
  return {
    async end(): Promise<Watched> {
      isOver = true;
      await asking;
      return watched;
    },
  };
}
