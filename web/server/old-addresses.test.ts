import { createCachedResponse } from '@longhand/response-cache';
import { expect, test } from 'vitest';
import { createOldAddresses } from './old-addresses.ts';

test('only of a topic, the page is asked where an old address ends', async () => {
  const asked: string[] = [];
  const { endOf } = createOldAddresses({
    fetchApi: () => Promise.reject(new Error('not asked')),
    async getPage(page) {
      asked.push(page);
      return createCachedResponse({
        cacheable: false,
        body: '',
        headers: { location: '/topics/Big' },
      });
    },
  });
  for (const address of [
    '/no/such/page',
    '/blog/a?b=c#d',
    '/blog?tag=big',
    'https://elsewhere.example/',
  ])
    expect(await endOf(address, '1')).toBe(address);
  for (const address of ['/topics/big', '/Topics/big/'])
    expect(await endOf(address, '1')).toBe('/topics/Big');
  expect(asked).toEqual(['/topics/big', '/topics/big']);
});
