import type {
  Mailing,
  MailingPreview,
  NewsletterSummary,
  Subscriber,
  SubscriberImport,
  SubscriberList,
} from '@longhand/contract/newsletter/newsletter';
import { downloadCsv, uploadCsv } from './csv-calls.ts';
import { type ListPart, listPart, request, requestPart } from './request.ts';

const SUBSCRIBERS = '/admin/subscribers';
const MAILINGS = '/admin/mailings';

export type SubscriberQuery = { readonly q: string; readonly state: Subscriber['state'] | '' };

export type SubscriberPart = ListPart<Subscriber> & { readonly total: number };

function searchOf(query: Readonly<Record<string, string>>): string {
  return new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
}

export const newsletterCalls = {
  readNewsletter: (signal?: AbortSignal) =>
    request<NewsletterSummary>('GET', '/admin/newsletter', { ...(signal && { signal }) }),
  /** The editor goes on if this call fails. */
  readNewsletterQuietly: (signal: AbortSignal) =>
    request<NewsletterSummary>('GET', '/admin/newsletter', { signal, isBackground: true }),
  sendTestMail: (to: string) =>
    request<{ to: string }>('POST', '/admin/newsletter/test', { body: { to } }),

  /** `next` is the path of the next part; null asks for the first one. */
  async listSubscribers(
    query: SubscriberQuery,
    next: string | null,
    signal?: AbortSignal,
  ): Promise<SubscriberPart> {
    const path = next ?? `${SUBSCRIBERS}?${searchOf(query)}`;
    const part = await requestPart<SubscriberList>(path, { ...(signal && { signal }) });
    return { entries: part.body.subscribers, total: part.body.total, next: part.next };
  },
  addSubscriber: (email: string) =>
    request<Subscriber>('POST', SUBSCRIBERS, { body: { email, agreed: true } }),
  deleteSubscriber: (id: string) => request<undefined>('DELETE', `${SUBSCRIBERS}/${id}`),
  importSubscribers: (csv: Blob) =>
    uploadCsv<SubscriberImport>(`${SUBSCRIBERS}.csv?agreed=true`, csv),
  exportSubscribers: () => downloadCsv(`${SUBSCRIBERS}.csv`),

  /** Sorted newest first; `next` is the path of the next part. */
  listMailings: (next: string | null = null) => listPart<Mailing>(next ?? MAILINGS),
  findMailing: (id: string, signal: AbortSignal) =>
    request<Mailing>('GET', `${MAILINGS}/${id}`, { signal, isBackground: true }),
  changeMailing: (id: string, change: 'pause' | 'resume' | 'cancel') =>
    request<Mailing>('POST', `${MAILINGS}/${id}/${change}`),
  previewMailing: (post_id: string, signal: AbortSignal) =>
    request<MailingPreview>('GET', `${MAILINGS}/preview?${searchOf({ post_id })}`, { signal }),
  sendMailing: (post_id: string) =>
    request<{ id: string }>('POST', MAILINGS, { body: { post_id } }),
  sendTestOfPost: (post_id: string, to: string) =>
    request<{ to: string }>('POST', `${MAILINGS}/test`, { body: { post_id, to } }),
};
