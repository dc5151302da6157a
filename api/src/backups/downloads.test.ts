import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { expectProblem, startTestApp, type TestApp } from '../../../test-support/test-app.ts';
import { form, picture, upload } from '../../../test-support/uploads.ts';
import { connectDatabase } from '../database/open.ts';
import { tokenHash } from '../http/token-hash.ts';
import { restoreBackup } from './restore.ts';

async function askForBackup({ request }: TestApp, token: string): Promise<string> {
  const answer = await request({ method: 'POST', url: '/api/admin/backup-tickets' }, token);
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.headers['cache-control']).toBe('no-store');
  return answer.json().url;
}

eachDialect((open) => {
  test('a downloaded backup has the posts and images, and nobody’s session or secret', async () => {
    const site = await startTestApp(open, { SITE_NAME: 'A Name of its Own' });
    const token = await site.login();
    const post = await site.createPost(token, { title: 'To Be Kept' });
    const png = await picture().png().toBuffer();
    const { url: image } = (await upload(site, token, form([{ bytes: png }]))).json();

    const download = await site.get(await askForBackup(site, token));
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

  test('an address for a download needs a session, works once, and for a minute', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const ask = { method: 'POST', url: '/api/admin/backup-tickets' } as const;
    expectProblem(await site.request(ask), 401);
    const late = await askForBackup(site, token);
    site.passTime(60_000);
    expectProblem(await site.get(late), 404);
    const url = await askForBackup(site, token);
    // Looking at it does not spend it.
    expectProblem(await site.request({ method: 'POST', url }), 405);
    expect((await site.request({ method: 'HEAD', url })).statusCode).toBe(405);
    expect((await site.get(url)).statusCode).toBe(200);
    expectProblem(await site.get(url), 404);
    expectProblem(await site.get('/api/backups/unheard-of'), 404);
    const kept = await site.db.selectFrom('download_tickets').select('ticket_hash').execute();
    expect(kept).not.toContainEqual({ ticket_hash: tokenHash(url.split('/').at(-1) ?? '') });
  });

  test('a second backup at the same time is told to wait, and keeps its address', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const urls = [await askForBackup(site, token), await askForBackup(site, token)];
    const answers = await Promise.all(urls.map((url) => site.get(url)));
    const refused = answers.findIndex((answer) => answer.statusCode !== 200);
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 503]);
    const second = answers[refused];
    if (second) expectProblem(second, 503);
    expect(second?.headers['retry-after']).toBe('60');
    expect((await site.get(urls[refused] ?? '')).statusCode).toBe(200);
  });

  test('a copy that cannot be made is a problem before the first byte, and no dead end', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    // In the place of the folder that it would be made in.
    writeFileSync(join(site.dataDir, 'backups'), '');
    site.expectLoggedError(/^A copy of the database could not be made/);
    const failed = await site.get(await askForBackup(site, token));
    expectProblem(failed, 503, {
      detail: expect.stringContaining('folder of data is not what it should be'),
    });
    expect(failed.headers['content-disposition']).toBeUndefined();
    rmSync(join(site.dataDir, 'backups'));
    expect((await site.get(await askForBackup(site, token))).statusCode).toBe(200);
  });

  test('a picture that is missing or damaged is told in the log, and the backup is made', async () => {
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
    site.expectLoggedError('a downloaded backup lacks pictures');
    expect((await site.get(await askForBackup(site, token))).statusCode).toBe(200);
    const [said] = site.log.filter((line) => line.level === 40) as unknown as {
      warnings: string[];
    }[];
    expect(said?.warnings.toSorted()).toEqual(
      [
        `${pictures[0]?.slice(1)}, which the post a-post shows, is missing.`,
        `${pictures[1]?.slice(1)}, which the post a-post-2 shows, is damaged.`,
      ].toSorted(),
    );
  });
});
