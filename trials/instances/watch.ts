import { setTimeout as wait } from 'node:timers/promises';
import { request } from '../../test-support/http-client.ts';
import type { Instance } from './cluster.ts';

const PAUSE_MS = 20;

type Probe = {
  readonly path: (turn: number) => string;
  readonly headers?: Record<string, string>;
  /** Also allowed while the database is down. */
  readonly mayBe?: number;
};

function probes(headers: Record<string, string>): readonly Probe[] {
  return [
    { path: () => '/healthz' },
    { path: () => '/readyz', mayBe: 503 },
    { path: () => '/', mayBe: 503 },
    { path: (turn) => `/api/posts?view=summary&q=word${turn}`, mayBe: 503 },
    { path: (turn) => `/blog?q=word${turn}`, mayBe: 503 },
    { path: () => '/api/admin/trash', headers, mayBe: 503 },
  ];
}

type Results = { readonly answers: Map<string, number>; readonly problems: string[] };

/** Requests what a visitor and the administrator do until the returned function is called. */
export function watch(
  { name, url }: Instance,
  headers: Record<string, string>,
  mayBeDown: boolean,
  { answers, problems }: Results,
): () => Promise<unknown> {
  let isOver = false;

  async function probeRepeatedly({ path, headers, mayBe }: Probe): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      const target = path(turn);
      const response = await request(url + target, { ...(headers && { headers }) }).catch(String);
      const status = typeof response === 'string' ? response : String(response.status);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status !== '200' && !(mayBeDown && status === String(mayBe)))
        problems.push(`${name} answers ${status} at ${target}`);
      await wait(PAUSE_MS);
    }
  }

  const probing = Promise.all(probes(headers).map(probeRepeatedly));
  return () => {
    isOver = true;
    return probing;
  };
}
