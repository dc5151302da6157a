import { expect, test } from 'vitest';
import { sectionOf } from './admin-section.ts';

test.each([
  ['/admin', 'posts'],
  ['/admin/', 'posts'],
  ['/admin/trash/7', 'posts'],
  ['/admin/posts/edit/7/history', 'posts'],
  ['/admin/pages', 'pages'],
  ['/admin/pages/edit/7/history', 'pages'],
  ['/admin/newsletter', 'newsletter'],
  ['/admin/statistics', 'statistics'],
  ['/admin/settings', 'settings'],
  ['/admin/import', 'settings'],
  ['/admin/export', 'settings'],
  ['/admin/redirects', 'settings'],
  ['/admin/events', 'settings'],
  ['/admin/posts/new', null],
  ['/admin/posts/edit/7', null],
  ['/admin/pages/new', null],
  ['/admin/pages/edit/7', null],
])('%s is part of %s', (path, section) => {
  expect(sectionOf(path)).toBe(section);
});
