import type { Event } from '@longhand/contract/events';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openEvents } from '../../../component-tests/events-page.tsx';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi, type FakeApi } from '../../../component-tests/fake-api.ts';
import { expectCount, expectElement, expectText } from '../../../component-tests/locators.ts';

const entries = page.getByRole('main').getByRole('listitem');
const idOf = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

function eventWith(number: number, fields: Partial<Event> = {}): Event {
  return {
    ...{ id: idOf(number), at: '2026-11-16T08:00:00.000Z', kind: 'settings.changed' },
    ...{ actor: 'owner', address: '203.0.113.0/24', subject: null, detail: 'site_name' },
    ...fields,
  };
}

function apiWith(events: readonly Event[]): FakeApi {
  const api = createFakeApi();
  api.on('GET /admin/events', ({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const kind = query.get('kind');
    const before = query.get('before') ?? '~';
    const found = events.filter((event) => event.id < before && (!kind || event.kind === kind));
    const next = found.length > 2 ? (found[1]?.id ?? null) : null;
    return { json: { events: found.slice(0, 2), next } };
  });
  return api;
}

test('an entry says what happened, who did it and from where, with a link to its post', async () => {
  const api = apiWith([]);
  const post = api.addPost({ title: 'Tides' });
  const published = { kind: 'post.published', subject: post.id, detail: null } as const;
  const deleted = { kind: 'post.deleted', subject: idOf(9), detail: 'for good' } as const;
  api.on('GET /admin/events', {
    json: { events: [eventWith(2, published), eventWith(1, deleted)], next: null },
  });
  await openEvents(api);
  await expectCount(entries, 2);
  const link = page.getByRole('link', { name: 'Tides' });
  await expectElement(link).toHaveAttribute('href', `/admin/posts/edit/${post.id}`);
  for (const text of ['Post published', '203.0.113.0/24', 'You'])
    await expectElement(entries.nth(0).getByText(text)).toBeVisible();
  for (const text of ['Post deleted', 'for good'])
    await expectElement(entries.nth(1).getByText(text)).toBeVisible();
});

test('more is shown on demand, and a filter begins anew', async () => {
  const kinds = [
    'settings.changed',
    'backup.made',
    'settings.changed',
    'settings.changed',
  ] as const;
  const api = apiWith(kinds.map((kind, index) => eventWith(9 - index, { kind })));
  await openEvents(api);
  await expectCount(entries, 2);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expectCount(entries, 4);
  await page.getByLabelText('Kind').selectOptions('Backup made');
  await expectCount(entries, 1);
  await page.getByLabelText('Kind').selectOptions('Passkey added');
  await expectElement(page.getByText('Nothing of this kind in this time.')).toBeVisible();
  await page.getByLabelText('From').fill('2026-11-01');
  await expect
    .poll(() => api.calls.at(-1)?.path)
    .toBe('/admin/events?kind=passkey.added&from=2026-11-01');
});

test('an empty log says so, and a filter that fails can be tried again', async () => {
  const api = apiWith([]);
  await openEvents(api);
  await expectElement(page.getByText('Nothing yet.')).toBeVisible();
  api.on('GET /admin/events', { status: 500, json: { detail: 'No.' } });
  expectConsoleError(/answered 500/);
  await page.getByLabelText('Kind').selectOptions('Backup made');
  await expectText(page.getByRole('alert'), 'The list could not be loaded.');
  api.on('GET /admin/events', { json: { events: [eventWith(1)], next: null } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectElement(entries.getByText('Settings changed')).toBeVisible();
});
