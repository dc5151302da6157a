import { mkdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import {
  environment,
  examineSite,
  findings,
  startFullSite,
  uploadPicture,
} from '../../../test-support/full-site.ts';
import { startTestApp } from '../../../test-support/test-app.ts';

eachDialect((open) => {
  test('a healthy blog has no findings, while a server runs', async () => {
    expect(await examineSite(await startFullSite(open))).toEqual([]);
  });

  test('so has one with nothing but an unfinished post', async () => {
    const site = await startTestApp(open);
    await site.saveWorkingCopy(await site.login(), 'a-key', { title: 'Unfinished' });
    expect(await examineSite(site)).toEqual([]);
  });

  test.each([
    ['a lost topic', "delete from post_tags where tag = 'One'", /topics does not match/],
    ['a topic with a wrong sort key', 'update post_tags set sort_key = 7', /topics/],
    [
      'unreadable topics',
      "update posts set tags = '[' where title = 'First'",
      /topics of post .* cannot be read/,
    ],
    ['a text missing in the search', 'delete from post_search', /search index does not match post/],
    ['another text', "update post_search set text = 'other'", /search index does not match/],
    [
      'a text without a post',
      "insert into post_search (rowid, text) values (9, 'x')",
      /contains 1 posts/,
    ],
    ['a wrong count', 'update public_state set posts = 9', /stored count is 9/],
    ['no count at all', 'delete from public_state', /stored count is undefined/],
    [
      'a post without a sort key',
      "update posts set sort_key = null where title = 'First'",
      /no sort key/,
    ],
    [
      'a published post with a schedule',
      "update posts set publish_at = '2099-01-01T00:00:00.000Z' where title = 'First'",
      /are both published and scheduled/,
    ],
    [
      'an upload of a text that nobody knows of',
      'delete from upload_references',
      /Texts use uploads that are not recorded as used: [0-9a-f]{32}-/,
    ],
    ['a missing slug', "delete from slugs where slug = 'first'", /not recorded as theirs/],
    ['a slug that could be reused', 'update slugs set was_public = 0', /not recorded as theirs/],
    [
      'a lost version',
      'delete from post_revisions where post_id in (select id from posts)',
      /incomplete history/,
    ],
    [
      'a version without a post',
      "insert into post_revisions values ('x', 1, '', 0, '', '', '{}')",
      /1 versions belong to no post/,
    ],
    ['a slug without a post', "insert into slugs values ('x', 'x', 0)", /1 unused addresses/],
    [
      'an unreadable version',
      "update post_revisions set snapshot = '{'",
      /Version 1 in the history of the post .* cannot be read/,
    ],
    [
      'a version of another post',
      `update post_revisions set snapshot = '{"id":"x"}'`,
      /history of the post .* cannot be read/,
    ],
    [
      'an unreadable trashed post',
      "update trashed_posts set snapshot = ''",
      /in the trash cannot be read/,
    ],
    [
      'an unreadable working copy',
      "update working_copies set form = '{' where post_id is not null",
      /The working copy of the post .* cannot be read: it is not a JSON object/,
    ],
    [
      'an unreadable unfinished post',
      `update working_copies set form = '{"title":5}' where post_id is null`,
      /The unfinished post a-key cannot be read: title is missing or not valid/,
    ],
    [
      'a working copy without a post',
      "update working_copies set post_id = 'x' where post_id is null",
      /1 working copies belong to no post/,
    ],
    [
      'a post that is also in the trash',
      "insert into trashed_posts select id, '', '', '{}', null from posts where title = 'First'",
      /both in the blog and in the trash/,
    ],
    ['a page without a text', 'update pages set content = null', /The page now has no text/],
    [
      'a page that was not rendered',
      "update pages set public_content = null where slug = 'now'",
      /What visitors see of the page now does not match/,
    ],
    [
      'an address that redirects to itself',
      "insert into page_slugs select slug, id from pages where slug = 'now'",
      /The address now of a page is also recorded as a redirect/,
    ],
    [
      'a former address without a page',
      "insert into page_slugs values ('before', 'x')",
      /The former address before belongs to no page/,
    ],
    ['a page in no place', "update pages set placement = 'left'", /is placed in left/],
    [
      'an About at another address',
      "update pages set slug = 'me' where slug = 'about'",
      /The page about has the address me/,
    ],
    ['a lost version of a page', 'delete from page_versions', /page now has an incomplete history/],
    [
      'a version without a page',
      "insert into page_versions values ('x', 1, '', '', '', '{}')",
      /versions of the page x, which does not exist/,
    ],
    [
      'a page that is also in the trash',
      "insert into trashed_pages select id, '', '', '{}' from pages where slug = 'now'",
      /page now is both on the site and in the trash/,
    ],
    [
      'an unreadable version of a page',
      "update page_versions set snapshot = '{'",
      /Version 1 in the history of the page .* cannot be read/,
    ],
    [
      'an unreadable working copy of a page',
      "update page_working_copies set form = '{' where page_id is not null",
      /The working copy of the page .* cannot be read: it is not a JSON object/,
    ],
    [
      'a working copy without a page',
      "update page_working_copies set page_id = 'x' where page_id is null",
      /There is a working copy of the page x, which does not exist/,
    ],
    [
      'an unreadable page in the trash',
      `update trashed_pages set snapshot = '{"id":"x"}'`,
      /The page .* in the trash cannot be read/,
    ],
  ])('%s is found, with what to do', async (_what, damage, expected) => {
    const site = await startFullSite(open);
    await sql.raw(damage).execute(site.db);
    const found = await examineSite(site);
    expect(found.join('\n')).toMatch(expected);
    for (const finding of found) expect(finding).toMatch(/^error: .* → \S/);
  });

  test('a missing, truncated or invalid picture is reported, with the post that shows it', async () => {
    const site = await startFullSite(open);
    const file = join(site.dataDir, site.image);
    truncateSync(file, statSync(file).size - 1);
    expect(await examineSite(site)).toEqual([
      expect.stringMatching(
        /^error: The upload .* is damaged: .*; the post first uses it\. → Upload the same/,
      ),
    ]);
    rmSync(file);
    expect((await examineSite(site)).join()).toContain('is missing; the post first uses it');
    mkdirSync(file);
    expect((await examineSite(site)).join()).toContain('is not a file');
  });

  test('pictures referenced by the trash, a history, a working copy or an absolute URL are checked, external ones not', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const name = (digit: string) => `${digit.repeat(32)}-400x300-111.png`;
    const env = {
      SITE_URL: 'https://blog.example',
      TRUST_PROXY: 'loopback',
      CONTACT_EMAIL: 'me@blog.example',
    };
    const trashed = await site.createPost(token, {
      content: `<img src="/uploads/${name('1')}">`,
    });
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${trashed.id}` }, token);
    const changed = await site.createPost(token, { featured_image: `/uploads/${name('2')}` });
    await site.updatePost(token, changed.id, { featured_image: null });
    await site.createPost(token, { featured_image: `https://blog.example/uploads/${name('3')}` });
    await site.createPost(token, {
      content: `<img src="https://other.example/uploads/${name('4')}">`,
    });
    await site.saveWorkingCopy(token, changed.id, { content: `<img src="/uploads/${name('5')}">` });
    await site.saveWorkingCopy(token, 'a-key', { featured_image: `/uploads/${name('6')}` });
    const found = (await examineSite(site, env)).join('\n');
    expect(found).toContain(`${name('1')} is missing; the post ${trashed.id} in the trash uses it`);
    expect(found).toContain(`${name('2')} is missing; version 1 in the history`);
    expect(found).toContain(`${name('3')} is missing; the post`);
    expect(found).not.toContain(name('4'));
    expect(found).toContain(
      `${name('5')} is missing; the working copy of the post ${changed.id} uses it`,
    );
    expect(found).toContain(`${name('6')} is missing; the unfinished post a-key uses it`);
  });

  test('a lost icon, settings that cannot be used and the example address are reported', async () => {
    const site = await startTestApp(open);
    const env = { SITE_URL: 'https://blog.example', TRUST_PROXY: 'loopback' };
    const icon = `${'7'.repeat(32)}-400x400-111.png`;
    const values = Object.entries({ icon: JSON.stringify(`/uploads/${icon}`), site_name: '{' });
    for (const [name, value] of values)
      await site.db.insertInto('site_settings').values({ name, value }).execute();
    expect(await examineSite(site, env)).toEqual([
      expect.stringMatching(/^warning: The stored setting site_name is not valid.* → Save it/),
      expect.stringMatching(/^warning: The contact address is still hello@example\.com/),
      expect.stringContaining(`${icon} is missing; the setting icon uses it`),
    ]);
    const email = { name: 'contact_email', value: '"me@blog.example"' };
    await site.db.insertInto('site_settings').values(email).execute();
    expect((await examineSite(site, env)).join()).not.toContain('contact address');
    const invalid = { ...env, CONTACT_EMAIL: 'me@other.example', PORT: 'x' };
    await site.db.deleteFrom('site_settings').execute();
    expect((await examineSite(site, invalid)).join()).not.toContain('contact address');
  });

  test('stray files and unreferenced uploads are reported', async () => {
    const site = await startFullSite(open);
    const idle = (await uploadPicture(site, site.token, '#123123')).slice('/uploads/'.length);
    const folder = join(site.dataDir, 'uploads');
    writeFileSync(join(folder, 'notes.txt'), '');
    writeFileSync(join(folder, 'old.tmp'), '');
    writeFileSync(join(folder, 'young.tmp'), '');
    const yesterday = new Date(Date.now() - 86_400_000);
    utimesSync(join(folder, 'old.tmp'), yesterday, yesterday);
    mkdirSync(join(folder, 'narrower', '320'), { recursive: true });
    writeFileSync(join(folder, 'narrower', '320', `${'1'.repeat(32)}-9x9-111.png.webp`), '');
    const found = await examineSite(site);
    expect(found).toHaveLength(4);
    expect(found.join('\n')).toMatch(/warning: notes\.txt in the uploads folder is not an upload/);
    expect(found.join('\n')).toMatch(/warning: old\.tmp is an incomplete upload left by a crash/);
    expect(found.join('\n')).toMatch(/1 resized picture belongs to an upload that is gone/);
    expect(found.join('\n')).toContain(
      `The upload ${idle} (1 KB) is unreferenced, which the server has not found yet`,
    );
    await site.db
      .insertInto('unreferenced_uploads')
      .values({ name: idle, since: '2026-02-03T00:00:00.000Z' })
      .execute();
    expect((await examineSite(site)).join()).toContain('since 2026-02-03');
  });

  test('a missing or invalid uploads folder is reported', async () => {
    const site = await startFullSite(open);
    const folder = join(site.dataDir, 'uploads');
    rmSync(folder, { recursive: true });
    expect((await examineSite(site)).join()).toMatch(
      /error: The folder .*uploads does not exist.*Copy it from a backup/,
    );
    writeFileSync(folder, '');
    expect((await examineSite(site)).join()).toMatch(
      /error: .*uploads is a file; it should be a folder/,
    );
  });

  test('a database of another version is reported, and its posts are not checked', async () => {
    const site = await startFullSite(open);
    await sql`delete from post_tags`.execute(site.db);
    await sql`insert into kysely_migration values ('9999-future', '2030')`.execute(site.db);
    expect(await examineSite(site)).toEqual([
      expect.stringMatching(/error: .*newer version, which added 9999-future/),
    ]);
    await sql`delete from kysely_migration where name >= '0003'`.execute(site.db);
    expect(await examineSite(site)).toEqual([
      expect.stringMatching(/warning: .*not up to date: it lacks 0003.*Start the server once/),
    ]);
  });

  test('the age of the newest backup is reported, and one dated in the future', async () => {
    const site = await startFullSite(open);
    const put = (name: string) => writeFileSync(join(site.dataDir, 'backups', name), '');
    const at = (day: string) => findings({ env: environment(site), now: new Date(day) });
    mkdirSync(join(site.dataDir, 'backups'));
    put('before-0003-keeping-house-2026-01-19T00-00-00Z.sqlite');
    put('longhand-2026-01-19T00-00-00Z.tar.gz.0123.tmp');
    expect(await at('2026-01-20')).toEqual([]);
    put('longhand-2026-01-01T00-00-00Z.tar.gz');
    expect(await at('2026-01-01T12:00:00Z')).toEqual([
      expect.stringContaining('is less than a day old'),
    ]);
    expect(await at('2026-01-02')).toEqual([
      expect.stringContaining('info: The newest backup in the data folder is 1 day old'),
    ]);
    expect(await at('2026-01-20')).toEqual([expect.stringMatching(/warning: .* 19 days old/)]);
    put('automatic-2036-01-01T00-00-00Z.tar.gz');
    expect(await at('2026-01-20')).toEqual([
      expect.stringMatching(/warning: The backup automatic-2036.* is dated in the future/),
      expect.stringMatching(/warning: .* 19 days old/),
    ]);
  });

  test('leftovers of killed commands are reported after an hour', async () => {
    const site = await startFullSite(open);
    const left = [
      join(site.dataDir, 'incoming-1'),
      join(site.dataDir, 'backups', 'x.tar.gz.1.tmp'),
    ];
    for (const folder of left) mkdirSync(folder, { recursive: true });
    expect(await examineSite(site)).toEqual([]);
    const yesterday = new Date(Date.now() - 86_400_000);
    for (const path of left) utimesSync(path, yesterday, yesterday);
    expect(await examineSite(site)).toEqual(
      left.map((path) =>
        expect.stringContaining(`warning: ${path} was left behind by an interrupted backup or`),
      ),
    );
  });
});
