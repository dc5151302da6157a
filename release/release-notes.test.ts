import { expect, test } from 'vitest';
import { findNotes } from './release-notes.ts';

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
