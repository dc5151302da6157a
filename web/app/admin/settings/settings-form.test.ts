import { PALETTE } from '@longhand/contract/colours/palette';
import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import {
  type SiteSettings,
  siteSettings,
  siteSettingsInput,
} from '@longhand/contract/site/site-settings';
import { expect, test } from 'vitest';
import {
  addLink,
  errorsByRow,
  moveLink,
  rebaseForm,
  type SettingsForm,
  toForm,
  toInput,
} from './settings-form.ts';

const DEFAULTS: SiteSettings = siteSettings.parse({
  ...SITE_DEFAULTS,
  words: {},
  icon: null,
  logo: null,
  locked: [],
  locked_by: {},
});
const MASTODON = { label: 'Mastodon', url: 'https://mastodon.example/@me' };
const CODE = { label: 'Code', url: 'https://code.example/me' };
const TUMBLR = { label: 'Tumblr', url: 'https://me.tumblr.com/' };
const FORM = toForm(DEFAULTS);

function changedInput(fields: Partial<SettingsForm>, saved = FORM) {
  return toInput({ ...saved, ...fields }, saved, []);
}

test('a form without changes sends nothing, whatever the order of the links', () => {
  expect(changedInput({})).toEqual({});
  const mixed = toForm({ ...DEFAULTS, links: [MASTODON, TUMBLR, CODE] });
  expect(changedInput({}, mixed)).toEqual({});
});

test('only what was changed is sent, and the API takes it', () => {
  const input = changedInput({ site_name: ' The Garden ', offline_reading: false });
  expect(input).toEqual({ site_name: 'The Garden', offline_reading: false });
  expect(siteSettingsInput.parse(input)).toEqual(input);
});

test('space around a text is no change', () => {
  expect(changedInput({ site_name: `${SITE_DEFAULTS.site_name} ` })).toEqual({});
});

test('an emptied text returns to its default', () => {
  const saved = toForm({ ...DEFAULTS, site_name: 'The Garden', accent: '#0b5d3b' });
  const fields = { site_name: '  ', accent: '' };
  expect(changedInput(fields, saved)).toEqual({ site_name: null, accent: null });
});

test('a locked setting is never sent', () => {
  const form = { ...FORM, site_name: 'Other', blog_subtitle: 'Other' };
  expect(toInput(form, FORM, ['site_name'])).toEqual({ blog_subtitle: 'Other' });
});

test('colours and languages are sent as the API writes them', () => {
  const input = changedInput({ accent: '0B5D3B', language: 'de_at' });
  expect(input).toEqual({ accent: '#0b5d3b', language: 'de-AT' });
  expect(siteSettingsInput.parse(input)).toEqual(input);
});

test('the default accent is sent as the default', () => {
  const saved = toForm({ ...DEFAULTS, accent: '#0b5d3b' });
  expect(changedInput({ accent: PALETTE.light.accent }, saved)).toEqual({ accent: null });
  expect(changedInput({ accent: PALETTE.light.accent })).toEqual({});
});

test('the known links come first, with an empty address if they are hidden', () => {
  const { links } = toForm({ ...DEFAULTS, links: [MASTODON, TUMBLR, CODE] });
  expect(links.map(({ label, url }) => [label, url])).toEqual([
    ['Instagram', ''],
    ['Twitter', ''],
    ['Tumblr', TUMBLR.url],
    ['Pinterest', ''],
    [MASTODON.label, MASTODON.url],
    [CODE.label, CODE.url],
  ]);
  expect(new Set(links.map(({ key }) => key)).size).toBe(links.length);
});

test('a second link with a known label is one of the others', () => {
  const second = { label: 'Tumblr', url: 'https://other.tumblr.com/' };
  const { links } = toForm({ ...DEFAULTS, links: [TUMBLR, second] });
  expect(links.map(({ key }) => key)).toEqual([
    ...SITE_DEFAULTS.links.map(({ label }) => label),
    'link-0',
  ]);
});

test('emptied known links and empty rows are left out; addresses get their scheme', () => {
  const links = addLink(addLink(FORM.links)).map((row) => {
    if (row.key === 'Twitter') return { ...row, url: ' ' };
    return row.key === 'link-1' ? { ...row, label: ' Code ', url: 'code.example/me' } : row;
  });
  expect(changedInput({ links }).links?.map(({ label }) => label)).toEqual([
    'Instagram',
    'Tumblr',
    'Pinterest',
    'Code',
  ]);
  expect(changedInput({ links }).links?.at(-1)).toEqual(CODE);
});

test.each([
  ['code.example', 'https://code.example'],
  ['//code.example', 'https://code.example'],
  ['localhost:8080/me', 'https://localhost:8080/me'],
  ['http://code.example', 'http://code.example'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('%s is sent as %s', (typed, sent) => {
  const links = FORM.links.map((row) => (row.key === 'Twitter' ? { ...row, url: typed } : row));
  expect(changedInput({ links }).links?.[1]?.url).toBe(sent);
});

test('a row with a label and no address is sent, so that the API says what is missing', () => {
  const links = addLink(FORM.links).map((row) =>
    row.key === 'link-0' ? { ...row, label: 'Code' } : row,
  );
  expect(changedInput({ links }).links?.at(-1)).toEqual({ label: 'Code', url: '' });
});

test('errors of links are those of their rows', () => {
  const links = addLink(FORM.links).map((row) =>
    row.key === 'link-0' ? { ...row, label: 'Code', url: 'code' } : { ...row, url: '' },
  );
  const errors = { 'links.0.url': ['is wrong'], links: ['has too many'], site_name: ['is long'] };
  expect(errorsByRow(errors, { ...FORM, links })).toEqual({
    'links.link-0.url': ['is wrong'],
    links: ['has too many'],
    site_name: ['is long'],
  });
});

test('a link of which one part is missing is told so, not what the part must be like', () => {
  const links = addLink(addLink(FORM.links)).map((row) => {
    if (row.key === 'link-0') return { ...row, label: 'Mastodon' };
    return row.key === 'link-1' ? { ...row, url: 'code.example/me' } : row;
  });
  const errors = { 'links.4.url': ['must be an address'], 'links.5.label': ['must not be empty'] };
  const missing = ['is missing: fill it in, or remove the link'];
  expect(errorsByRow(errors, { ...FORM, links })).toEqual({
    'links.link-0.url': missing,
    'links.link-1.label': missing,
  });
});

test('what was typed while it was being saved stays', () => {
  const sent = { ...FORM, site_name: 'The Garden', blog_subtitle: '' };
  const current = { ...sent, site_name: 'The Garden Gate' };
  const saved = toForm({ ...DEFAULTS, site_name: 'The Garden', time_zone: 'Europe/Paris' });
  const rebased = rebaseForm(current, sent, saved);
  expect(rebased.site_name).toBe('The Garden Gate');
  expect(rebased.blog_subtitle).toBe(SITE_DEFAULTS.blog_subtitle);
  expect(rebased.time_zone).toBe('Europe/Paris');
});

test('rows keep their keys when they are saved, and empty ones go', () => {
  const links = addLink(addLink(FORM.links)).map((row) =>
    row.key === 'link-1' ? { ...row, label: 'Code', url: 'code.example/me' } : row,
  );
  const sent = { ...FORM, links };
  const saved = toForm({ ...DEFAULTS, links: [...SITE_DEFAULTS.links, CODE] });
  const rebased = rebaseForm(sent, sent, saved);
  expect(rebased.links.slice(4)).toEqual([{ key: 'link-1', ...CODE }]);
});

test('added links move among each other only', () => {
  const { links } = toForm({ ...DEFAULTS, links: [MASTODON, CODE] });
  const labels = (rows: SettingsForm['links']) => rows.slice(4).map(({ label }) => label);
  expect(labels(moveLink(links, 'link-1', -1))).toEqual(['Code', 'Mastodon']);
  expect(labels(moveLink(links, 'link-0', 1))).toEqual(['Code', 'Mastodon']);
  expect(moveLink(links, 'link-0', -1)).toBe(links);
  expect(moveLink(links, 'link-1', 1)).toBe(links);
  expect(moveLink(links, 'Twitter', 1)).toBe(links);
});
