import { expect, test } from 'vitest';
import { foundDocument } from '../../../../test-support/import-source.ts';
import { createContentRewriter, createSiteAddresses } from './rewrite-content.ts';

const IMAGE = '/uploads/a.png';
const CONTENT = [
  `<img src='https://old.example${IMAGE}' srcset="https://old.example${IMAGE} 2x" sizes="1px">`,
  `<img src="${IMAGE}?x"><a href="https://old.example${IMAGE}">picture</a>`,
].join('');

/** Of an export whose pictures keep their names. */
function rewrite(siteUrl: string): Promise<string> {
  const rewriter = createContentRewriter({
    site: createSiteAddresses({ siteUrl: 'https://old.example' }),
    here: createSiteAddresses({ siteUrl }),
    pictures: { import: async () => IMAGE },
    newAddress: () => undefined,
  });
  return rewriter.rewrite(foundDocument({ sourceId: '1', content: CONTENT }));
}

test('pictures that are at the same address here stay as they are', async () => {
  expect(await rewrite('https://old.example')).toBe(CONTENT);
});

test('pictures do not stay at the address that the blog had before', async () => {
  expect(await rewrite('https://new.example')).toBe(
    `<img src='${IMAGE}'><img src="${IMAGE}?x"><a href="${IMAGE}">picture</a>`,
  );
});
