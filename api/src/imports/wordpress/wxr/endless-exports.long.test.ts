import { expect, test } from 'vitest';
import { archiveOf, wxr } from '../../../../../test-support/wordpress-exports.ts';
import { wordpressFormat } from '../wordpress-format.ts';

const LONG = 'x'.repeat(100_000_000);

test.each([
  ['attribute', `<item a="${LONG}"/>`],
  ['name', `<${LONG}/>`],
  ['comment', `<!--${LONG}-->`],
  ['instruction', `<?${LONG}?>`],
  ['entity', `<item><title>&${LONG};</title></item>`],
])('an endless %s is refused before it fills the memory', async (_name, elements) => {
  const archive = archiveOf(wxr(elements), { partBytes: 65_536 });
  await expect(wordpressFormat.open(archive)).rejects.toThrow(/longer than 16 million characters/);
});
