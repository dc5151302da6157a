import type { Page } from '@longhand/contract/pages/pages';
import { type Post, postDefaults } from '@longhand/contract/posts/posts';

/** As the API answers them. */
export const PAGE: Page = {
  id: '01890000-0000-7000-8000-000000000001',
  slug: 'imprint',
  title: 'Imprint',
  content: '<p>Who</p>',
  meta_description: null,
  placement: 'footer',
  position: 3,
  is_default: false,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
  version: 2,
};

export const POST: Post = {
  ...postDefaults('2026-01-01T00:00:00.000Z'),
  id: '01900000-0000-7000-8000-000000000000',
  slug: 'title',
  title: 'Title',
  excerpt: 'Excerpt',
  content: '<p>Content</p>',
  version: 3,
};
