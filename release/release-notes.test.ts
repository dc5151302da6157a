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

test('notes are those of the version, after what is not released yet', () => {
  expect(findNotes(CHANGELOG, '0.2.0')).toBe(
    '### Added\n\n- A newsletter.\n\n### Added\n\n- Search.',
  );
  expect(
    findNotes(CHANGELOG.replace('- A newsletter.', '').replace('### Added', ''), '0.1.0'),
  ).toBe('- The beginning.');
  expect(findNotes('# Changelog\n', '0.2.0')).toBeUndefined();
});
