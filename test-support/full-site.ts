import { BUILT_IN_PAGE_IDS } from '@longhand/contract/pages/page-addresses';
import { type DoctorOptions, runDoctor } from '../api/src/doctor/doctor.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { form, picture, upload } from './uploads.ts';

export async function findings(options: DoctorOptions): Promise<string[]> {
  const all: string[] = [];
  for await (const { findings } of runDoctor(options))
    all.push(...findings.map(({ level, message, todo }) => `${level}: ${message} → ${todo ?? ''}`));
  return all.filter((finding) => !finding.includes('There are no backups'));
}

export const environment = ({
  dataDir,
  databaseUrl,
}: Pick<TestApp, 'dataDir' | 'databaseUrl'>) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
});

export const examineSite = (site: TestApp, env: Record<string, string> = {}) =>
  findings({ env: { ...environment(site), ...env } });

export async function uploadPicture(
  site: TestApp,
  token: string,
  colour = '#a0392b',
): Promise<string> {
  const bytes = await picture(400, 20, colour).png().toBuffer();
  return (await upload(site, token, form([{ bytes }]))).json().url;
}

/** A page of its own, a changed About, and a page in the trash, each with a history; and working copies. */
async function addPages(site: TestApp, token: string, image: string): Promise<void> {
  const call = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    site.request({ method, url: `/api/admin/${url}`, ...(payload && { payload }) }, token);
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    call(method, `pages${path}`, payload);
  const ids: string[] = [BUILT_IN_PAGE_IDS.about];
  for (const title of ['Now', 'Removed'])
    ids.push((await send('POST', '', { title, content: `<img src="${image}">` })).json().id);
  for (const id of ids) await send('PUT', `/${id}`, { content: 'Changed' });
  await send('DELETE', `/${ids.at(-1)}`);
  for (const [id, base_version] of [
    [BUILT_IN_PAGE_IDS.about, 1],
    ['a-key', 0],
  ]) {
    const form = { title: 'Being written', content: `<img src="${image}">` };
    await call('PUT', `page-working-copies/${id}`, { base_version, form });
  }
}

/** With published, draft, changed, trashed and unfinished posts, a preview link, pages and pictures. */
export async function startFullSite(open: Parameters<typeof startTestApp>[0]) {
  const site = await startTestApp(open);
  const token = await site.login();
  const image = await uploadPicture(site, token);
  const post = await site.createPost(token, {
    title: 'First',
    tags: ['One', 'Two'],
    featured_image: image,
    content: `<p>Text <img src="${image}"> and <code>a &lt; b</code></p>`,
  });
  const changes = { title: 'First', content: 'Changed', tags: ['One'], featured_image: image };
  await site.updatePost(token, post.id, changes);
  await site.createPost(token, { title: 'A draft', published: false });
  const trashed = await site.createPost(token, { title: 'Gone' });
  await site.updatePost(token, trashed.id, { title: 'Gone for now' });
  await site.request({ method: 'DELETE', url: `/api/admin/posts/${trashed.id}` }, token);
  await site.saveWorkingCopy(token, post.id, { title: 'First, changed' });
  await site.saveWorkingCopy(token, 'a-key', { title: 'Unfinished', featured_image: image });
  await site.db
    .insertInto('preview_links')
    .values({
      id: 'a-link',
      post_id: post.id,
      token_hash: 'a-hash',
      created_at: post.created_at,
      expires_at: '2036-01-01T00:00:00.000Z',
      shows_changes: 1,
    })
    .execute();
  await addPages(site, token, image);
  return { ...site, token, post, trashed, image };
}
