import { expect, test } from 'vitest';
import { addCspHashes } from './csp.ts';

const NONCE = '0b4c1e0a-1111-4222-8333-444455556666';

test('only elements with the nonce are allowed, and the nonce is removed', () => {
  const page = `<style nonce="${NONCE}">a{}</style><script nonce="${NONCE}">ours()</script><script>theirs()</script><style>b{}</style>`;
  const { html, policy } = addCspHashes(page, NONCE, 'https://api.example');
  expect(html).toBe(
    '<style>a{}</style><script>ours()</script><script>theirs()</script><style>b{}</style>',
  );
  const directive = (name: string) =>
    policy.split('; ').find((each) => each.startsWith(name)) ?? '';
  expect(directive('script-src').match(/'sha256-/g)).toHaveLength(1);
  expect(directive('style-src').match(/'sha256-/g)).toHaveLength(1);
  expect(directive('connect-src')).toBe("connect-src 'self' https://api.example");
  expect(directive('worker-src')).toBe("worker-src 'self'");
  expect(policy).not.toContain('unsafe');
});
