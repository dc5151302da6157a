import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { expectElement, expectText } from '../../../component-tests/locators.ts';
import { openPage } from '../../../component-tests/reader-pages.tsx';

const share = page.getByRole('region', { name: 'Share This Post' });

async function openPost(): Promise<void> {
  const api = createFakeApi();
  const post = api.addPost({ slug: 'bread' });
  api.on('GET /posts', { json: [] });
  api.on('GET /posts/bread', { json: { ...post, previous_post: null, next_post: null } });
  openPage('/blog/bread', api);
  await expectElement(share).toBeVisible();
}

test('Copy link copies the address of the post and says so', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openPost();
  await share.getByRole('button', { name: 'Copy link' }).click();
  await expectText(share.getByRole('status'), 'Copied');
  expect(write.mock.calls).toEqual([[`${location.origin}/blog/bread`]]);
});

test('where copying is not allowed, it says where the link is', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'));
  await openPost();
  await share.getByRole('button', { name: 'Copy link' }).click();
  await expectText(share.getByRole('status'), 'Not copied: the link is in the address bar');
});
