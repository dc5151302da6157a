import type {
  Mailing,
  NewsletterSummary,
  Subscriber,
} from '@longhand/contract/newsletter/newsletter';
import { page } from 'vitest/browser';
import NewsletterRoute, {
  clientLoader,
  shouldRevalidate,
} from '../app/routes/admin/newsletter.tsx';
import { createFakeApi, type FakeApi } from './fake-api.ts';
import { expectElement } from './locators.ts';
import { mountRoutes } from './mount.tsx';

const ROUTES = [
  { path: 'admin/newsletter', Component: NewsletterRoute, loader: clientLoader, shouldRevalidate },
] as unknown as Parameters<typeof mountRoutes>[0];

const AT = '2026-11-16T08:00:00.000Z';

export const MAIL = { from: 'My blog <me@blog.example>', address: 'me@blog.example' };

export function summaryWith(fields: Partial<NewsletterSummary> = {}): NewsletterSummary {
  return {
    mail: MAIL,
    subscribers: { waiting: 0, confirmed: 3, unsubscribed: 0, bounced: 0 },
    growth: Array.from({ length: 12 }, (_, index) => ({
      month: `2026-${String(index + 1).padStart(2, '0')}`,
      confirmed: index * 1_000,
    })),
    ...fields,
  };
}

export function subscriberNamed(name: string, fields: Partial<Subscriber> = {}): Subscriber {
  return {
    ...{ id: name, email: `${name}@reader.example`, state: 'confirmed', source: 'form' },
    ...{ created_at: AT, confirmed_at: AT, ended_at: null },
    ...fields,
  };
}

export function mailingWith(fields: Partial<Mailing> = {}): Mailing {
  return {
    ...{ id: 'm1', post_id: 'p1', title: 'Tides', state: 'done', recipients: 3, sent: 3 },
    ...{ failed: 0, pending: 0, skipped: 0, in_flight: [], failures: [], problem: null },
    ...{ created_at: AT, ended_at: AT },
    ...fields,
  };
}

type Newsletter = {
  summary?: NewsletterSummary;
  subscribers?: readonly Subscriber[];
  mailings?: readonly Mailing[];
};

/** An API with these, which changes what it is told. */
export function newsletterApi({ summary = summaryWith(), ...lists }: Newsletter = {}): FakeApi {
  const api = createFakeApi();
  let subscribers = [...(lists.subscribers ?? [])];
  api.on('GET /admin/newsletter', () => ({ json: summary }));
  api.on('GET /admin/mailings', { json: lists.mailings ?? [] });
  api.on('GET /admin/subscribers', ({ path }) => {
    const search = new URLSearchParams(path.split('?')[1]);
    const found = subscribers.filter(
      ({ email, state }) =>
        email.includes(search.get('q') ?? '') && (search.get('state') ?? state) === state,
    );
    return { json: { subscribers: found, total: found.length } };
  });
  api.on('POST /admin/subscribers', ({ body }) => {
    const [name = ''] = (body as { email: string }).email.split('@');
    const added = subscriberNamed(name, { source: 'owner' });
    subscribers = [added, ...subscribers];
    return { status: 201, json: added };
  });
  api.on('DELETE /admin/subscribers/*', ({ path }) => {
    subscribers = subscribers.filter(({ id }) => !path.endsWith(`/${id}`));
    return { status: 204 };
  });
  return api;
}

/** An API with one mailing on its way, which `change` replaces. */
export function apiThatSends() {
  const counts = { recipients: 500, sent: 100, pending: 400 };
  let mailing = mailingWith({ state: 'sending', ...counts, ended_at: null });
  const api = newsletterApi({ mailings: [mailing] });
  api.on('GET /admin/mailings/*', () => ({ json: mailing }));
  for (const [call, state] of [
    ['pause', 'paused'],
    ['resume', 'sending'],
    ['cancel', 'cancelled'],
  ] as const)
    api.on(`POST /admin/mailings/*/${call}`, () => {
      mailing = { ...mailing, state };
      return { json: mailing };
    });
  return {
    api,
    change(fields: Partial<Mailing>): void {
      mailing = { ...mailing, ...fields };
    },
  };
}

export async function openNewsletter(api: FakeApi): Promise<FakeApi> {
  mountRoutes(ROUTES, '/admin/newsletter', api);
  await expectElement(page.getByRole('heading', { name: 'Newsletter', exact: true })).toBeVisible();
  return api;
}
