import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findNotes, installNode, releaseNotes } from './release-notes.ts';

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- A newsletter.

## [0.2.0] - 2026-11-15

### Added

- Search.

## [0.1.0]

- The beginning.
`;

test('notes are what is not released yet, or those of the version that is released', () => {
  expect(findNotes(CHANGELOG, '0.3.0')).toBe('### Added\n\n- A newsletter.');
  const released = CHANGELOG.replace('[Unreleased]', '[Unreleased]\n\n## [0.3.0]');
  expect(findNotes(released, '0.3.0')).toBe('### Added\n\n- A newsletter.');
});

test('there are none if the version is out and has changed since, or if nothing has changed', () => {
  expect(findNotes(CHANGELOG, '0.2.0')).toBeUndefined();
  expect(findNotes('# Changelog\n', '0.2.0')).toBeUndefined();
});

test('the notes and the page about deployment say which Node is needed, and how to get it', () => {
  const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const { node } = JSON.parse(read('package.json')).engines;
  const command = installNode(node.replace('>=', ''));
  expect(releaseNotes({ version: '0.3.0', node, notes: '- A newsletter.' })).toContain(command);
  expect(read('docs/deploy.md')).toContain(`sudo ${command}\n`);
});
