import { expect, test } from 'vitest';
import { PAGE } from '../../../../test-support/documents.ts';
import { mergeForms } from '../document-editor/merge-forms.ts';
import { rebaseForm } from '../post-form/forms.ts';
import {
  EMPTY_PAGE,
  followedAddress,
  isSavedPage,
  PAGE_RULES,
  pageDifferences,
  toNewPageInput,
  toPageForm,
  toPageInput,
} from './page-form.ts';

const FORM = toPageForm(PAGE);

test('only what was changed is sent, so that an untouched text stays a template', () => {
  expect(toPageInput(FORM, FORM)).toEqual({});
  expect(toPageInput({ ...FORM, placement: 'none' }, FORM)).toEqual({ placement: 'none' });
  expect(toPageInput({ ...FORM, title: ' Imprint ', position: '7' }, FORM)).toEqual({
    position: 7,
  });
  expect(toPageInput({ ...FORM, meta_description: ' Who ' }, FORM)).toEqual({
    meta_description: 'Who',
  });
  const described = { ...FORM, meta_description: 'Who' };
  expect(toPageInput(FORM, described)).toEqual({ meta_description: null });
});

test('an order that is left empty is not sent', () => {
  expect(toPageInput({ ...FORM, position: '' }, FORM)).toEqual({});
  const form = { ...EMPTY_PAGE, title: 'Now', slug: 'now', content: '<p>x</p>' };
  expect(toNewPageInput(form)).toEqual({
    title: 'Now',
    slug: 'now',
    content: '<p>x</p>',
    placement: 'none',
  });
});

test('a page whose response was lost is recognised', () => {
  expect(isSavedPage(PAGE, FORM)).toBe(true);
  expect(isSavedPage(PAGE, { ...FORM, position: '', title: 'Imprint ' })).toBe(true);
  expect(isSavedPage(PAGE, { ...FORM, content: '<p>Other</p>' })).toBe(false);
});

test('what is typed during a save stays', () => {
  const sent = { ...FORM, title: 'Sent' };
  const typed = { ...sent, title: 'Sent and typed' };
  const saved = { ...sent, slug: 'imprint-2' };
  expect(rebaseForm(typed, sent, saved)).toEqual({ ...saved, title: 'Sent and typed' });
});

test('two versions: fields that were not changed here stay as they were saved', () => {
  const mine = { ...FORM, content: '<p>Mine</p>' };
  const theirs = { ...FORM, content: '<p>Theirs</p>', position: '1', placement: 'header' as const };
  const merged = mergeForms(PAGE_RULES, { base: FORM, mine, theirs }, {});
  expect(merged).toEqual({ ...theirs, content: '<p>Mine</p>' });
  expect(pageDifferences(theirs, merged)).toEqual([
    { label: 'Content', kind: 'html', from: '<p>Theirs</p>', to: '<p>Mine</p>' },
  ]);
  expect(pageDifferences(FORM, theirs).map(({ label, to }) => [label, to])).toEqual([
    ['Content', '<p>Theirs</p>'],
    ['Shown in', 'Header'],
    ['Order', '1'],
  ]);
});

test('the address of a new page follows its title until it is edited', () => {
  expect(followedAddress('', { before: '', after: 'my-page' })).toBe('my-page');
  expect(followedAddress('my-page', { before: 'my-page', after: 'my-pages' })).toBe('my-pages');
  expect(followedAddress('mine', { before: 'my-page', after: 'my-pages' })).toBe('mine');
});
