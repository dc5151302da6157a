import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type {
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookInput,
} from '@longhand/contract/webhooks';
import { daysBefore } from '../clock.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { notFound, ProblemError } from '../http/problem.ts';
import { isPublicAddress, plainHost } from '../public-addresses.ts';
import { SECRET_PREFIX } from './send-webhook.ts';
import * as webhooks from './webhooks.repository.ts';

const MAX_WEBHOOKS = 20;
const SECRET_BYTES = 32;
const LISTED_DELIVERIES = 100;
const KEPT_DAYS = 30;

type Options = Pick<Context, 'db' | 'clock'> & {
  readonly config: Pick<Context['config'], 'webhooksToPrivateAddresses'>;
};

function refused(message: string): ProblemError {
  return new ProblemError('invalid-input', `The URL ${message}.`, { errors: { url: [message] } });
}

/** What other names lead to is checked at each sending. */
function isPrivate(url: string): boolean {
  const host = plainHost(new URL(url).hostname);
  if (/(^|\.)localhost\.?$/.test(host)) return true;
  return /^[\d.]+$|:/.test(host) && !isPublicAddress(host);
}

function noSuchWebhook(): ProblemError {
  return notFound('There is no webhook with this id. It may have been deleted.');
}

export function createWebhooksService({ db, clock, config }: Options) {
  return {
    list: (): Promise<Webhook[]> => webhooks.listWebhooks(db),

    async create({ url, events }: WebhookInput): Promise<NewWebhook> {
      if (!config.webhooksToPrivateAddresses && isPrivate(url))
        throw refused(
          'leads to a private address, which WEBHOOK_PRIVATE_ADDRESSES=true would allow',
        );
      const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
      const webhook = { id: randomUUIDv7(), url, events, created_at: clock().toISOString() };
      await inTransaction(db, async (trx) => {
        if ((await webhooks.listWebhooks(trx)).length >= MAX_WEBHOOKS)
          throw refused(`is one too many: delete one of the ${MAX_WEBHOOKS} webhooks first`);
        await webhooks.insertWebhook(trx, { ...webhook, secret, events: JSON.stringify(events) });
        await recordEvent(trx, clock, { kind: 'webhook.created', subject: webhook.id });
      });
      return { ...webhook, secret };
    },

    async delete(id: string): Promise<void> {
      await inTransaction(db, async (trx) => {
        if (!(await webhooks.deleteWebhook(trx, id))) throw noSuchWebhook();
        await recordEvent(trx, clock, { kind: 'webhook.deleted', subject: id });
      });
    },

    async listDeliveries(id: string): Promise<WebhookDelivery[]> {
      if (!(await webhooks.webhookExists(db, id))) throw noSuchWebhook();
      return webhooks.listDeliveries(db, id, LISTED_DELIVERIES);
    },

    deleteOldDeliveries: () =>
      webhooks.deleteDeliveriesBefore(db, daysBefore(clock(), KEPT_DAYS).toISOString()),
  };
}

export type WebhooksService = ReturnType<typeof createWebhooksService>;
