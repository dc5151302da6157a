import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { expectProblem, startTestApp, type TestApp } from '../../../test-support/test-app.ts';
import { form, picture, upload } from '../../../test-support/uploads.ts';
import { restoreBackup } from '../backups/restore.ts';
import { systemClock } from '../clock.ts';
import { connectDatabase } from '../database/open.ts';
import { tokenHash } from '../http/session.ts';
import { createDownloads } from './downloads.service.ts';

async function requestBackup({ request }: TestApp, token: string): Promise<string> {
  const response = await request({ method: 'POST', url: '/api/admin/backup-tickets' }, token);
  expect(response.statusCode, response.body).toBe(201);
  expect(response.headers['cache-control']).toBe('no-store');
  return response.json().url;
}

eachDialect((open) => {
  test('a downloaded backup has the posts and images, and no sessions or secrets', async () => {
    const site = await startTestApp(open, { SITE_NAME: 'A Name of its Own' });
    const token = await site.login();
    const post = await site.createPost(token, { title: 'To Be Kept' });
    const png = await picture().png().toBuffer();
    const { url: image } = (await upload(site, token, form([{ bytes: png }]))).json();

    const download = await site.get(await requestBackup(site, token));
    expect(download.statusCode).toBe(200);
    expect(download.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': 'attachment; filename="longhand-2026-01-01T12-00-00Z.tar.gz"',
      'cache-control': 'no-store',
    });
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'backup.tar.gz'), download.rawPayload);
    const restored = join(folder, 'data');
    const { manifest } = await restoreBackup({ dataDir: restored }, join(folder, 'backup.tar.gz'));
    expect(manifest).toMatchObject({
      posts: 1,
      settings: expect.arrayContaining(['SITE_NAME', 'DATA_DIR']),
    });
    expect(JSON.stringify(manifest)).not.toContain('A Name of its Own');
    expect(readFileSync(join(restored, image))).toEqual(readFileSync(join(site.dataDir, image)));
    const db = connectDatabase({ dataDir: restored });
    expect(await db.selectFrom('posts').select(['id', 'title']).execute()).toEqual([
      { id: post.id, title: 'To Be Kept' },
    ]);
    for (const table of ['sessions', 'login_attempts', 'download_tickets', 'write_counts'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    await db.destroy();
    expect((await site.get('/api/admin/posts', token)).statusCode).toBe(200);
  });

  test('a download link needs a session, and works once within a minute', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const createLink = { method: 'POST', url: '/api/admin/backup-tickets' } as const;
    expectProblem(await site.request(createLink), 401);
    const expired = await requestBackup(site, token);
    site.passTime(60_000);
    expectProblem(await site.get(expired), 404);
    const url = await requestBackup(site, token);
    // Other methods do not use it up.
    expectProblem(await site.request({ method: 'POST', url }), 405);
    expect((await site.request({ method: 'HEAD', url })).statusCode).toBe(405);
    expect((await site.get(url)).statusCode).toBe(200);
    expectProblem(await site.get(url), 404);
    expectProblem(await site.get('/api/backups/unheard-of'), 404);
    const tickets = await site.db.selectFrom('download_tickets').select('ticket_hash').execute();
    expect(tickets).not.toContainEqual({
      ticket_hash: tokenHash(`backup ${url.split('/').at(-1)}`),
    });
  });

  test('a second download at the same time is refused, and its link stays valid', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const urls = [await requestBackup(site, token), await requestBackup(site, token)];
    const responses = await Promise.all(urls.map((url) => site.get(url)));
    const refused = responses.findIndex((response) => response.statusCode !== 200);
    expect(responses.map((response) => response.statusCode).toSorted()).toEqual([200, 503]);
    const second = responses[refused];
    if (second) expectProblem(second, 503);
    expect(second?.headers['retry-after']).toBe('60');
    expect((await site.get(urls[refused] ?? '')).statusCode).toBe(200);
  });

  test('an invented ticket keeps nobody from a download', async () => {
    const { db, remove } = await open();
    onTestFinished(async () => {
      await db.destroy();
      await remove();
    });
    const make = async () => Readable.from(['archive']);
    const downloads = createDownloads(db, systemClock, {
      ...{ what: 'export', description: '', type: 'application/zip', fileName: () => '', make },
    });
    const ticket = await downloads.createTicket();
    const { signal } = new AbortController();
    const [invented, download] = await Promise.allSettled([
      downloads.download('invented', signal),
      downloads.download(ticket, signal),
    ]);
    expect(download).toMatchObject({ status: 'fulfilled' });
    expect(invented).toMatchObject({ reason: { message: expect.stringContaining('has expired') } });
    // While another is being sent, too.
    await expect(downloads.download('invented', signal)).rejects.toThrow('has expired');
  });

  test('a failed snapshot is an error response, and the next download works', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    // A file in place of the folder.
    writeFileSync(join(site.dataDir, 'backups'), '');
    site.expectLoggedError(/^A copy of the database could not be made/);
    const failed = await site.get(await requestBackup(site, token));
    expectProblem(failed, 503, {
      detail: expect.stringContaining('data folder is missing or wrong'),
    });
    expect(failed.headers['content-disposition']).toBeUndefined();
    rmSync(join(site.dataDir, 'backups'));
    expect((await site.get(await requestBackup(site, token))).statusCode).toBe(200);
  });

  test('missing or corrupt pictures are logged, and the backup is made', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const pictures = [];
    for (const width of [9, 10, 11]) {
      const bytes = await picture(width).png().toBuffer();
      pictures.push((await upload(site, token, form([{ bytes }]))).json().url as string);
    }
    for (const featured_image of pictures) await site.createPost(token, { featured_image });
    rmSync(join(site.dataDir, pictures[0] ?? ''));
    writeFileSync(join(site.dataDir, pictures[1] ?? ''), 'not a picture');
    site.expectLoggedError('a downloaded backup lacks images');
    expect((await site.get(await requestBackup(site, token))).statusCode).toBe(200);
    const [warning] = site.log.filter((line) => line.level === 40) as unknown as {
      warnings: string[];
    }[];
    expect(warning?.warnings.toSorted()).toEqual(
      [
        `${pictures[0]?.slice(1)}, which the post a-post shows, is missing.`,
        `${pictures[1]?.slice(1)}, which the post a-post-2 shows, is damaged.`,
      ].toSorted(),
    );
  });
});
