import type { Page } from '@longhand/contract/pages/pages';
import { expect, test, vi } from 'vitest';
import { EMPTY_PAGE, type PageForm, toPageForm } from '../../pages/page-form.ts';
import { PAGES, type PageTypes } from '../../pages/page-kind.ts';
import type { DocumentKind } from '../document-kind.ts';
import { type LocalDraft, withoutCopied } from './local-drafts.ts';

const PAGE = { id: '7', slug: 'now', title: 'Now', content: 'Old', placement: 'footer' } as Page;
const FORM = { ...EMPTY_PAGE, ...toPageForm({ ...PAGE, position: 5, meta_description: null }) };

function pagesWithCopy(form: Partial<PageForm>): DocumentKind<PageTypes> {
  return {
    ...PAGES,
    find: async () => ({ ...PAGE, position: 5, meta_description: null }),
    copies: { ...PAGES.copies, find: vi.fn().mockResolvedValue({ id: '7', version: 2, form }) },
    drafts: { ...PAGES.drafts, delete: async () => {} },
  };
}

function draftOf(form: PageForm): LocalDraft<PageForm> {
  return { key: 'a', documentId: '7', form } as LocalDraft<PageForm>;
}

// Where a page is shown is in its working copy only if it was changed there.
const { placement: _placement, position: _position, ...VERSIONED } = FORM;

test('a draft of a page that the server has is not offered', async () => {
  const typed = { ...FORM, content: 'New' };
  const kind = pagesWithCopy({ ...VERSIONED, content: 'New' });
  expect(await withoutCopied(kind, [draftOf(typed)])).toEqual([]);
});

test.each([
  ['another text', { content: 'Newer' }],
  ['another place', { placement: 'header' }],
] as const)('a draft of a page with %s is offered', async (_what, change) => {
  const draft = draftOf({ ...FORM, content: 'New', ...change });
  const kind = pagesWithCopy({ ...VERSIONED, content: 'New' });
  expect(await withoutCopied(kind, [draft])).toEqual([draft]);
});
