import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXPORT_FILE } from '@longhand/contract/exports';
import type * as PostFields from '@longhand/contract/posts/post-fields';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { eachDialect } from '../../test-support/dialects.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { startTestApp } from '../../test-support/test-app.ts';
import { exportToFolder } from './exports/commands.ts';
import { toItem } from './imports/longhand/own-document.ts';
import type { OwnPost } from './posts/import-posts.service.ts';

/** What a later version could add with a line in the list of fields, and a column. */
vi.mock('@longhand/contract/posts/post-fields', async (importOriginal) => {
  const original = await importOriginal<typeof PostFields>();
  const POST_FIELDS: Record<string, unknown> = {
    ...original.POST_FIELDS,
    subtitle: { kind: 'text', label: 'Subtitle', limit: 300, default: null },
    is_pinned: { kind: 'boolean', label: 'Pinned', default: false },
  };
  return {
    ...original,
    POST_FIELDS,
    FIELD_NAMES: Object.keys(POST_FIELDS),
    API_FIELD_NAMES: [...original.API_FIELD_NAMES, 'subtitle', 'is_pinned'],
    fieldOf: (name: string) => POST_FIELDS[name],
  };
});

const ADDED = { subtitle: 'A subtitle', is_pinned: true };

eachDialect((open) => {
  test('a field that is added to the list is in answers, versions, trash, working copies, exports and imports', async () => {
    const site = await startTestApp(open);
    await sql`alter table posts add column subtitle text`.execute(site.db);
    await sql`alter table posts add column is_pinned integer`.execute(site.db);
    const token = await site.login();
    const post = await site.createPost(token, ADDED);
    expect(post).toMatchObject(ADDED);
    const read = async (path: string) => (await site.get(`/api/admin/${path}`, token)).json();

    const changed = await site.updatePost(token, post.id, { title: 'Second', subtitle: ' Other ' });
    expect(changed).toMatchObject({ subtitle: 'Other', is_pinned: true });
    expect(await read(`posts/${post.id}/revisions/1`)).toMatchObject(ADDED);

    const url = `/api/admin/working-copies/${post.id}`;
    const payload = { base_version: 2, form: { subtitle: 'Typed', is_pinned: false } };
    await site.request({ method: 'PUT', url, payload }, token);
    expect(await read(`working-copies/${post.id}`)).toMatchObject(payload);

    await site.request({ method: 'DELETE', url: `/api/admin/posts/${post.id}` }, token);
    expect(await read(`trash/${post.id}`)).toMatchObject({ subtitle: 'Other', is_pinned: true });
    const restore = { method: 'POST', url: `/api/admin/trash/${post.id}/restore` } as const;
    const restored = (await site.request(restore, token)).json();
    expect(restored).toMatchObject({ subtitle: 'Other', is_pinned: true });

    const folder = join(temporaryFolder(), 'export');
    const { dataDir, databaseUrl } = site;
    await exportToFolder({ dataDir, databaseUrl, siteUrl: 'https://beans.example' }, folder);
    const [exported] = JSON.parse(readFileSync(join(folder, EXPORT_FILE), 'utf8')).posts;
    expect(exported).toMatchObject({ subtitle: 'Other', is_pinned: true });
    const found = toItem('posts', exported) as { own: OwnPost };
    expect(found.own.fields).toMatchObject({ subtitle: 'Other', is_pinned: true });
  });
});
