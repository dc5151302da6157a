import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { checkedOutCommit } from './software-version.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);

function checkoutWith(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), `${text}\n`);
  }
  return root;
}

const HEAD = { '.git/HEAD': 'ref: refs/heads/main' };

test('the commit of a checkout is found', () => {
  expect(checkedOutCommit(temporaryFolder())).toBeUndefined();
  expect(checkedOutCommit(checkoutWith({ '.git/HEAD': A }))).toBe(A);
  expect(checkedOutCommit(checkoutWith({ ...HEAD, '.git/refs/heads/main': A }))).toBe(A);
  const packed = { '.git/packed-refs': `# pack-refs\n${B} refs/heads/b\n${A} refs/heads/main` };
  expect(checkedOutCommit(checkoutWith({ ...HEAD, ...packed }))).toBe(A);
});

test.each(['absolute', 'relative'])('that of a worktree, by an %s path', (kind) => {
  const root = checkoutWith({
    ...{ ...HEAD, '.git/refs/heads/main': A, '.git/refs/heads/b': B },
    '.git/worktrees/b/HEAD': 'ref: refs/heads/b',
    '.git/worktrees/b/commondir': '../..',
  });
  mkdirSync(join(root, 'b'));
  const folder = kind === 'absolute' ? join(root, '.git/worktrees/b') : '../.git/worktrees/b';
  writeFileSync(join(root, 'b', '.git'), `gitdir: ${folder}\n`);
  expect(checkedOutCommit(join(root, 'b'))).toBe(B);
});
