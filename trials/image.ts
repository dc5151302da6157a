import { spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { startChild, stopChild, temporaryFolder } from '../test-support/cleanup.ts';
import { answersWell } from '../test-support/http-client.ts';
import { goal, megabytes, type Section } from '../test-support/report.ts';
import { progress } from '../test-support/settings.ts';
import { buildImage, environmentIn, type Image } from './image/build-image.ts';
import { walk } from './image/link-files.ts';

const PORT = 3310;

function sizeOf(folder: string): number {
  const sizes = [...walk(folder)].map((path) => lstatSync(join(folder, path)).size);
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000_000;
}

/** Whether what an image has starts, and finds itself healthy. */
async function isHealthy(image: Image): Promise<boolean> {
  const settings = { HOST: '127.0.0.1', PORT: String(PORT), DATA_DIR: temporaryFolder() };
  const options = { cwd: image.folder, env: environmentIn(image, settings) };
  const [command = '', ...args] = image.command;
  const child = startChild(command, args, options);
  const until = Date.now() + 60_000;
  while (Date.now() < until && !(await answersWell(`http://127.0.0.1:${PORT}/blog`)));
  const [check = '', ...checkArgs] = image.healthCommand;
  const { status } = spawnSync(check, checkArgs, options);
  await stopChild(child);
  return status === 0 && child.exitCode === 0;
}

export async function imageTrial(): Promise<Section> {
  progress('following the Dockerfile, with npm ci');
  const image = buildImage(temporaryFolder(), true).get('all') as Image;
  const healthy = (await isHealthy(image)) ? 1 : 0;
  return {
    title: 'The image',
    about:
      'The steps of the Dockerfile, `npm ci` included, followed in empty folders on the files that .dockerignore lets through; then its command is run, a page is asked for, and its health check.',
    columns: ['', 'files in /app', 'starts and is healthy', 'goal'],
    rows: [['all', megabytes(sizeOf(image.folder)), String(healthy), goal(healthy, 'at least', 1)]],
  };
}
