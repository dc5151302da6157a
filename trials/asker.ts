import { Agent, request } from 'node:http';

export type Answered = {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: number;
  readonly failure?: string;
};

/** Far more than anybody waits: what takes longer was forgotten. */
const GIVE_UP_MS = 30_000;

/** Asks on connections that are kept; a failure is an answer, too. */
export function createAsker(site: string) {
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo' });

  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<Answered>((resolve) => {
      const begin = performance.now();
      const finish = (status: number, retryAfter = 0, failure?: string) =>
        resolve({ status, retryAfter, ms: performance.now() - begin, ...(failure && { failure }) });
      const asked = request(site + path, { agent, headers, timeout: GIVE_UP_MS }, (answer) => {
        answer.resume();
        answer.once('end', () =>
          finish(answer.statusCode ?? 0, Number(answer.headers['retry-after'] ?? 0)),
        );
        answer.once('error', (error) => finish(0, 0, error.message));
      });
      asked.once('timeout', () => asked.destroy(new Error('no answer')));
      asked.once('error', (error) => finish(0, 0, error.message));
      asked.end();
    });

  return { ask, stop: () => agent.destroy() };
}
