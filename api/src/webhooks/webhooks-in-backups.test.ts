import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { startTestApp } from '../../../test-support/test-app.ts';
import { restoreBackup } from '../backups/restore.ts';
import { connectDatabase } from '../database/open.ts';

eachDialect((open) => {
  test('a restored backup has the log and the webhooks, and sends nothing by itself', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    // Nobody is there, so the delivery is pending.
    const payload = { url: 'http://receiver.invalid/', events: ['post.published'] };
    const url = '/api/admin/webhooks';
    const webhook = (await site.request({ method: 'POST', url, payload }, token)).json();
    const post = await site.createPost(token);
    expect(await site.db.selectFrom('webhook_deliveries').select('state').execute()).toEqual([
      { state: 'pending' },
    ]);
    const tickets = { method: 'POST', url: '/api/admin/backup-tickets' } as const;
    const download = await site.get((await site.request(tickets, token)).json().url);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'backup.tar.gz'), download.rawPayload);
    const dataDir = join(folder, 'data');
    await restoreBackup({ dataDir }, join(folder, 'backup.tar.gz'));
    const db = connectDatabase({ dataDir });
    onTestFinished(() => db.destroy());
    expect(await db.selectFrom('webhooks').select(['id', 'secret']).execute()).toEqual([
      { id: webhook.id, secret: webhook.secret },
    ]);
    expect(await db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([]);
    const events = await db
      .selectFrom('events')
      .select(['kind', 'subject', 'actor'])
      .where('kind', '=', 'post.published')
      .execute();
    expect(events).toEqual([{ kind: 'post.published', subject: post.id, actor: 'owner' }]);
  });
});
