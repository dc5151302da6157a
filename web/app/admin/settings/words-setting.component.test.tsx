import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import type { SiteSettings } from '@longhand/contract/site/site-settings';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { expectCount, expectElement, expectText } from '../../../component-tests/locators.ts';
import { mountRoutes } from '../../../component-tests/mount.tsx';
import { useSettings } from './use-settings.ts';
import { WordsSetting } from './words-setting.tsx';

const LOADED: SiteSettings = {
  ...SITE_DEFAULTS,
  links: [...SITE_DEFAULTS.links],
  words: { 'footer.love': 'Made with care' },
  icon: null,
  logo: null,
  locked: [],
  locked_by: {},
};

const WORDS = [
  { key: 'header.home', default: 'Home', own: null, placeholders: [] },
  {
    key: 'footer.copyright',
    default: '© {year} {site}. All rights reserved.',
    own: null,
    placeholders: ['year', 'site'],
  },
  {
    key: 'footer.love',
    default: 'Designed with love',
    own: 'Made with care',
    placeholders: [],
  },
];

function Settings() {
  const settings = useSettings(LOADED);
  return (
    <>
      <WordsSetting settings={settings} />
      <button type="button" onClick={() => settings.change({ language: 'de' })}>
        German
      </button>
      <button type="button" onClick={() => void settings.save()}>
        Save
      </button>
    </>
  );
}

function open() {
  const api = createFakeApi();
  api.on('GET /admin/words', { json: { words: WORDS } });
  api.on('GET /site', { json: { ...LOADED, pages: [], blog_size: 'small' } });
  mountRoutes([{ index: true, Component: Settings }], '/', api);
  return api;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

test('a text is found, replaced, saved and reset', async () => {
  const api = open();
  await expectElement(page.getByText(/You have changed 1\./)).toBeVisible();
  await button('Change words').click();
  await expectElement(page.getByLabelText('Search words')).toHaveFocus();
  await page.getByLabelText('Search words').fill('rights');
  await expectText(page.getByRole('status'), /^1 of 3 texts in/);
  const copyright = field('© {year} {site}. All rights reserved.');
  await copyright.fill('{site}, {year}');
  await page.getByLabelText('Search words').fill('care');
  await button('Reset “Designed with love”').click();
  await expectElement(field('Designed with love')).toHaveValue('Designed with love');
  api.on('PUT /admin/settings', {
    json: { ...LOADED, words: { 'footer.copyright': '{site}, {year}' } },
  });
  await button('Save').click();
  await expect
    .poll(() => api.calls.find(({ method }) => method === 'PUT')?.body)
    .toEqual({ words: { 'footer.copyright': '{site}, {year}', 'footer.love': null } });
});

test('a refused text says why at its field, whatever is searched for', async () => {
  expectConsoleError(/answered 400/);
  const api = open();
  await button('Change words').click();
  await field('© {year} {site}. All rights reserved.').fill('©');
  await page.getByLabelText('Search words').fill('Home');
  api.on('PUT /admin/settings', {
    status: 400,
    json: { errors: { 'words.footer.copyright': ['lacks {year}'] } },
  });
  await button('Save').click();
  await expectText(page.getByRole('alert'), 'This lacks {year}.');
  await field('© {year} {site}. All rights reserved.').fill('© {year} {site}');
  await expectCount(page.getByRole('alert'), 0);
});

test('a new language is saved before its words, and words that do not come can be asked for again', async () => {
  expectConsoleError(/answered 500/);
  const api = open();
  api.on('GET /admin/words', { status: 500 });
  await button('Change words').click();
  await expectText(page.getByRole('alert'), /^The words could not be loaded\./);
  api.on('GET /admin/words', { json: { words: WORDS } });
  await button('Try again').click();
  await expectElement(field('Home')).toBeVisible();
  await button('German').click();
  await expectElement(page.getByText(/^Save the new language first/)).toBeVisible();
});
