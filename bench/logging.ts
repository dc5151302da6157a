import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild, stopChild, temporaryFolder } from '../test-support/cleanup.ts';
import { cleanEnvironment } from '../test-support/environment.ts';
import { freePort } from '../test-support/free-port.ts';
import { requestOk, respondsOk } from '../test-support/http-client.ts';
import { count, formatSection, milliseconds, progress, ratio } from '../test-support/report.ts';
import { startArguments } from '../test-support/site.ts';
import { SETTINGS } from './settings.ts';
import { ensureTools } from './tools.ts';
import { loadInTurns } from './wrk.ts';

type Output = 'file' | 'pipe';

async function start(level: string, to: Output) {
  const folder = temporaryFolder();
  const file = to === 'file' ? openSync(join(folder, 'log'), 'w') : undefined;
  const port = await freePort();
  const child = startChild(process.execPath, startArguments(), {
    cwd: folder,
    env: cleanEnvironment({ PORT: String(port), DATA_DIR: folder, LOG_LEVEL: level }),
    stdio: ['ignore', file ?? 'pipe', 'ignore'],
  });
  child.stdout?.resume();
  if (file !== undefined) closeSync(file);
  const url = `http://127.0.0.1:${port}/`;
  while (!(await respondsOk(url))) await wait(100);
  await requestOk(url, { headers: { 'accept-encoding': 'gzip' } });
  return { url, stop: () => stopChild(child) };
}

async function compare(to: Output): Promise<string[][]> {
  progress(`a cached page while the log goes to a ${to}`);
  const [without, logging] = [await start('warn', to), await start('info', to)];
  const { off, on } = await loadInTurns({ off: without.url, on: logging.url });
  await Promise.all([without.stop(), logging.stop()]);
  return [off, on].map((each) => [
    `${to}: ${each === off ? 'off' : 'on'}`,
    milliseconds(each.p50),
    milliseconds(each.p99),
    count(each.perSecond),
    ratio(each.perSecond, off.perSecond),
  ]);
}

ensureTools();
console.log(
  formatSection({
    title: 'What the log costs',
    about: `The home page, cached, under wrk, without and with a log. Medians of ${SETTINGS.rounds} rounds of ${SETTINGS.loadSeconds} s, in turn.`,
    columns: ['log', 'p50', 'p99', 'requests a second', 'of those without'],
    rows: [...(await compare('file')), ...(await compare('pipe'))],
  }),
);
