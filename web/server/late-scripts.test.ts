import { expect, test } from 'vitest';
import { addCspHashes } from './csp.ts';
import { delayScripts } from './render-page.ts';

const NONCE = '0b4c1e0a-1111-4222-8333-444455556666';
const SCRIPTS = { start: 'start();', count: '' };
const MODULE = 'import "/assets/manifest.js";\nimport("/assets/entry.js");';
const PAGE = [
  '<html><head><title>A</title>',
  '<link rel="modulepreload" fetchpriority="low" href="/assets/manifest.js"/>',
  '<link rel="modulepreload" fetchpriority="low" href="/assets/entry.js"/>',
  '<link rel="modulepreload" fetchpriority="low" href="/assets/react.js"/>',
  `</head><body><p>B</p><script nonce="${NONCE}" type="module" async="">${MODULE}</script></body></html>`,
].join('');

test('the scripts are listed in the order in which they run, and nothing preloads them', () => {
  const html = delayScripts(PAGE, NONCE, SCRIPTS);
  expect(html).toContain('data-files="/assets/manifest.js /assets/react.js /assets/entry.js"');
  expect(html).not.toContain('modulepreload');
  expect(html).toContain('<title>A</title><script');
  expect(html).toContain('>start();</script></head>');
  expect(html).toContain('</script></head><body><p>B</p>');
});

test('the router’s script does not run, and the policy allows its text', () => {
  const html = delayScripts(PAGE, NONCE, SCRIPTS);
  expect(html).toContain(`data-late="" type="text/plain">${MODULE}</script>`);
  const hashes = (page: string) =>
    addCspHashes(page, NONCE, '').policy.match(/'sha256-[^']+'/g) ?? [];
  expect(hashes(html)).toEqual(expect.arrayContaining(hashes(PAGE)));
  expect(hashes(html)).toHaveLength(2);
});

test('what counts views is the last script that runs, and the policy allows it', () => {
  const html = delayScripts(PAGE, NONCE, { ...SCRIPTS, count: 'count();' });
  expect(html).toContain(`<p>B</p><script nonce="${NONCE}">count();</script><script`);
  expect(html).toContain('data-late="views"');
  expect(addCspHashes(html, NONCE, '').policy.match(/'sha256-[^']+'/g)).toHaveLength(3);
});

test('a page without scripts stays as it is', () => {
  const html =
    '<html><head></head><body><script type="module" async="">theirs()</script></body></html>';
  expect(delayScripts(html, NONCE, SCRIPTS)).toBe(html);
});
