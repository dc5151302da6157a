import { expect, test } from 'vitest';
import { archiveOf } from '../../../test-support/archives.ts';
import { HOSTILE_IMPORTS } from '../../../test-support/hostile-imports.ts';
import { createContentRewriter, createSiteAddresses } from './content/rewrite-content.ts';
import { openSource } from './detect-format.ts';

const LENGTH = 200_000;

const rewriter = createContentRewriter({
  site: createSiteAddresses({ siteUrl: 'https://old.example' }),
  here: createSiteAddresses({ siteUrl: 'https://new.example' }),
  pictures: { import: async () => undefined },
  newAddress: () => undefined,
});

test.each(Object.entries(HOSTILE_IMPORTS))('%s does not hang the import', async (_, filesOf) => {
  const source = await openSource(archiveOf(filesOf(LENGTH)));
  const items = await Array.fromAsync(source.items());
  expect(items).toHaveLength(1);
  const reasons = items.map((item) => (item.kind === 'skipped' ? item.reason : ''));
  expect(reasons.join()).not.toContain('took longer');
  for (const item of items) if (item.kind !== 'skipped') await rewriter.rewrite(item);
});
