import { readConfig } from '@longhand/api/config';
import {
  isBuiltInPage,
  isOwnAddress,
  isReservedSlug,
} from '@longhand/contract/pages/page-addresses';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDialect } from '../test-support/dialects.ts';
import { collectServedPaths } from '../test-support/served-paths.ts';
import { buildReader } from './build-server.ts';

test('no page and no redirect can be at an address that the server answers', async () => {
  const { db, dataDir, remove } = await openDialect.sqlite();
  await db.destroy();
  onTestFinished(remove);
  const paths = collectServedPaths();
  const app = await buildReader(readConfig({ DATA_DIR: dataDir }), pino({ enabled: false }));
  onTestFinished(async () => void (await app.close()));
  await app.ready();
  expect(paths).toEqual(
    expect.arrayContaining(['/feed.xml', '/sitemap-1.xml', '/service-worker.js', '/icon.svg']),
  );
  expect(paths.filter((path) => !isOwnAddress(path))).toEqual([]);
  const slugs = paths.map((path) => path.split(/[/.]+/)[1] ?? '');
  expect(slugs.filter((slug) => !isReservedSlug(slug) && !isBuiltInPage(slug))).toEqual([]);
});
