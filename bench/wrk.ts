import { once } from 'node:events';
import { startChild } from '../test-support/cleanup.ts';
import { median } from '../test-support/statistics.ts';
import { alternate } from './alternate.ts';
import { SETTINGS } from './settings.ts';

export type Load = { perSecond: number; p50: number; p99: number; failures: number };

export const CONNECTIONS = 32;

const UNITS: Readonly<Record<string, number>> = { us: 1 / 1000, ms: 1, s: 1000, m: 60_000 };

function read(output: string): Load {
  const percentile = (percent: number) => {
    const [, time, unit = ''] =
      new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s|m)\\b`).exec(
        output.split('Distribution')[1] ?? '',
      ) ?? [];
    return Number(time) * (UNITS[unit] ?? Number.NaN);
  };
  const socketErrors = /Socket errors: (.*)/.exec(output)?.[1]?.match(/\d+/g) ?? [];
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? '0';
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  const [p50, p99] = [percentile(50), percentile(99)];
  if (Number.isNaN(p50 + p99 + perSecond)) throw new Error(`wrk said:\n${output}`);
  const failures = [...socketErrors, refused].reduce((sum, errors) => sum + Number(errors), 0);
  return { perSecond, p50, p99, failures };
}

export async function load(url: string, seconds = SETTINGS.loadSeconds): Promise<Load> {
  const child = startChild(
    'wrk',
    [
      // Only a missing response counts as a failure; slow ones are in the p99.
      ...['--timeout', '30s'],
      ...['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '--latency'],
      ...['-H', 'Accept-Encoding: gzip'],
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

/** Medians of several rounds, and the sum of their failures. */
export function summarize(loads: readonly Load[]): Load {
  const middle = (of: keyof Load) => median(loads.map((each) => each[of]));
  const failures = loads.reduce((sum, each) => sum + each.failures, 0);
  return { perSecond: middle('perSecond'), p50: middle('p50'), p99: middle('p99'), failures };
}

export async function loadInTurns<Name extends string>(
  urls: Readonly<Record<Name, string>>,
): Promise<Record<Name, Load>> {
  const names = Object.keys(urls) as Name[];
  for (const name of names) await load(urls[name], SETTINGS.warmUpSeconds);
  const runs = await alternate(names, SETTINGS.rounds, (name) => load(urls[name]));
  return Object.fromEntries(names.map((name) => [name, summarize(runs[name])])) as Record<
    Name,
    Load
  >;
}
