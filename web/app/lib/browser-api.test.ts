import { beforeEach, expect, test, vi } from 'vitest';
import { pageApi } from './browser-api.ts';

const assign = vi.fn();
const reload = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal('document', { documentElement: { dataset: { language: 'de' } } });
  const headers = { 'content-language': 'fr' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('[]', { headers })));
});

function open(address: string): void {
  const { pathname, search, hash } = new URL(address, 'https://blog.example');
  vi.stubGlobal('location', { pathname, search, hash, assign, reload });
}

test('a page in another language is loaded as a document', async () => {
  open('/blog?tag=Art#part');
  void pageApi({ pathname: '/about', search: '' }).listTags();
  await expect.poll(() => assign).toHaveBeenCalledWith('/about');
});

test('one whose address is shown already is loaded again, also with a fragment', async () => {
  open('/blog/a?x=1#part');
  void pageApi({ pathname: '/blog/a', search: '?x=1' }).listTags();
  await expect.poll(() => reload).toHaveBeenCalled();
  expect(assign).not.toHaveBeenCalled();
});
