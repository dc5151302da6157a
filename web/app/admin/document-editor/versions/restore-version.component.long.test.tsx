import type { Post } from '@longhand/contract/posts/posts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { content } from '../../../../component-tests/editor-page.tsx';
import { createFakeApi, type FakeApi } from '../../../../component-tests/fake-api.ts';
import { openHistory } from '../../../../component-tests/history-page.tsx';
import { expectCount, expectElement } from '../../../../component-tests/locators.ts';
import { postDrafts } from '../../post-editor/post-kind.ts';

const restore = page.getByRole('button', { name: 'Restore this version' });
const notice = page.getByText(
  'Version 1 was restored as private changes. What readers see has not changed.',
);
const LATER = new Date(Date.now() + 1e9).toISOString();
const SCHEDULED = { published: false, publish_at: LATER, published_at: LATER };
const DRAFT = { published: false, published_at: null };

afterEach(async () => {
  for (const { key } of await postDrafts.list()) await postDrafts.delete(key);
});

type Copy = { version: number; form: object; base_version: number };

/** The API with a working copy, which it keeps as it was last written. */
function withCopy(stored: Copy | null = null): FakeApi {
  const api = createFakeApi();
  let copy = stored;
  const at = '2026-11-16T09:00:00.000Z';
  const shown = (id: string) => ({ ...copy, id, post_id: null, created_at: at, updated_at: at });
  api.on('GET /admin/working-copies', ({ path }) => ({
    json: copy ? [shown(new URLSearchParams(path.split('?')[1]).get('id') ?? '')] : [],
  }));
  api.on('PUT /admin/working-copies/*', ({ path, body }) => {
    copy = { ...(body as Copy), version: (copy?.version ?? 0) + 1 };
    return { json: shown(path.split('/').at(-1) ?? '') };
  });
  return api;
}

const written = (api: FakeApi) =>
  api.calls.filter(({ method, path }) => method === 'PUT' && !path.startsWith('/admin/account'));

function open(after: Partial<Post>, api: FakeApi): Post {
  const now = { ...after, slug: 'a-new-address', content: '<p>New</p>' };
  return openHistory({ content: '<p>Old</p>', slug: 'an-old-address', ...DRAFT }, now, api);
}

test.each([
  ['live', {}],
  ['scheduled', SCHEDULED],
] as const)(
  'a version of a %s post is restored as private changes, and it is said',
  async (_state, after) => {
    const api = withCopy();
    const { id } = open(after, api);
    await restore.click();
    await expectElement(content).toHaveValue('<p>Old</p>');
    await expectElement(notice).toBeVisible();
    expect(written(api)).toMatchObject([
      {
        path: `/admin/working-copies/${id}`,
        body: { base_version: 2, form: { content: '<p>Old</p>', slug: 'a-new-address' } },
      },
    ]);
  },
);

test('the notice goes with the changes that it speaks of', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true);
  const api = withCopy();
  open({}, api);
  await restore.click();
  await expectElement(notice).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expectElement(content).toHaveValue('<p>New</p>');
  await expectCount(notice, 0);
  await content.fill('<p>Other</p>');
  await expectElement(page.getByRole('button', { name: 'Discard changes' })).toBeVisible();
  await expectCount(notice, 0);
});

test('a version of a draft is restored at once, without a notice', async () => {
  const api = withCopy();
  const { id } = open(DRAFT, api);
  await restore.click();
  await expectElement(content).toHaveValue('<p>Old</p>');
  await expectCount(notice, 0);
  expect(written(api)).toMatchObject([
    { path: `/admin/posts/${id}`, body: { content: '<p>Old</p>', published: false } },
  ]);
});

const TYPED = { version: 7, base_version: 2, form: { content: '<p>Typed</p>' } };

test('private changes are asked about before they are replaced, and nothing is sent after a no', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
  const api = withCopy(TYPED);
  open({}, api);
  await restore.click();
  await expect
    .poll(() => confirm.mock.calls)
    .toEqual([[expect.stringContaining('in this browser')]]);
  await expectElement(restore).toHaveAttribute('aria-disabled', 'false');
  expect(written(api)).toEqual([]);
  expect(await postDrafts.list()).toEqual([]);
});

test.each([
  ['live', {}],
  ['draft', DRAFT],
] as const)(
  'changes to a %s post that a version replaces are kept as a local draft',
  async (state, after) => {
    vi.spyOn(window, 'confirm').mockReturnValue(true);
    const api = withCopy(TYPED);
    const { id } = open(after, api);
    if (state === 'draft')
      api.on('PUT /admin/posts/*', ({ body }) => {
        api.on('GET /admin/working-copies', { json: [] });
        return { json: { ...api.addPost({ ...(body as Post), id, version: 3 }) } };
      });
    await restore.click();
    await expectElement(content).toHaveValue('<p>Old</p>');
    expect(await postDrafts.list()).toMatchObject([
      { documentId: id, version: 2, form: { content: '<p>Typed</p>', title: 'A post' } },
    ]);
    const header = state === 'draft' ? 'working-copy' : 'if-match';
    expect(written(api).map(({ headers }) => headers.get(header))).toEqual(['"7"']);
  },
);
