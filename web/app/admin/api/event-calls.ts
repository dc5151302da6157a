import type { Event, EventList } from '@longhand/contract/events';
import type {
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookInput,
} from '@longhand/contract/webhooks';
import { type ListPart, list, request } from './request.ts';

/** An empty text is no limit. */
export type EventFilter = { readonly kind: string; readonly from: string; readonly to: string };

const WEBHOOKS = '/admin/webhooks';

export const eventCalls = {
  /** `before` is `next` of another part; null asks for the newest. */
  async listEvents(
    filter: EventFilter,
    before: string | null,
    signal?: AbortSignal,
  ): Promise<ListPart<Event>> {
    const given = Object.entries({ ...filter, before: before ?? '' }).filter(([, value]) => value);
    const path = `/admin/events?${new URLSearchParams(given)}`;
    const { events, next } = await request<EventList>('GET', path, { ...(signal && { signal }) });
    return { entries: events, next };
  },

  listWebhooks: () => list<Webhook>(WEBHOOKS),
  addWebhook: (body: WebhookInput) => request<NewWebhook>('POST', WEBHOOKS, { body }),
  deleteWebhook: (id: string) => request<undefined>('DELETE', `${WEBHOOKS}/${id}`),
  listDeliveries: (id: string) => list<WebhookDelivery>(`${WEBHOOKS}/${id}/deliveries`),
};
