import { once } from 'node:events';
import { startChild } from './cleanup.ts';

export type Load = { perSecond: number; p99: number; failures: number };

export const CONNECTIONS = 32;

const UNITS: Readonly<Record<string, number>> = { us: 1 / 1000, ms: 1, s: 1000, m: 60_000 };

function read(output: string): Load {
  const [, p99, unit = ''] = /99%\s+([\d.]+)(us|ms|s|m)\b/.exec(output) ?? [];
  const socketErrors = /Socket errors: (.*)/.exec(output)?.[1]?.match(/\d+/g) ?? [];
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? '0';
  const perSecond = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1];
  if (p99 === undefined || perSecond === undefined) throw new Error(`wrk said:\n${output}`);
  return {
    perSecond: Number(perSecond),
    p99: Number(p99) * (UNITS[unit] ?? Number.NaN),
    failures: [...socketErrors, refused].reduce((sum, each) => sum + Number(each), 0),
  };
}

/** As much as a server gives to as many connections at once, from one thread. */
export async function load(
  wrk: string,
  url: string,
  seconds: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Load> {
  const sent = Object.entries({ 'Accept-Encoding': 'gzip', ...headers });
  const child = startChild(
    wrk,
    [
      // Slow is told by the p99; failed is what never comes.
      ...['--timeout', '30s'],
      ...['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '--latency'],
      ...sent.flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      url,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  await once(child, 'close');
  return read(output);
}
