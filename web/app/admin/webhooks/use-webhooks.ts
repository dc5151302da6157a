import type { Webhook, WebhookDelivery, WebhookInput } from '@longhand/contract/webhooks';
import { useEffect, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { logFailure } from '../ui/alerts.ts';
import { useOneAtATime } from '../ui/use-one-at-a-time.ts';
import { DELETE_WEBHOOK, WEBHOOK_ALERTS } from '../words/webhooks.ts';

export type ListedWebhook = Webhook & { readonly deliveries: readonly WebhookDelivery[] };

type Added = Pick<Webhook, 'id' | 'url'> & { readonly secret: string };

async function read(): Promise<ListedWebhook[]> {
  const webhooks = await adminApi.listWebhooks();
  return Promise.all(
    webhooks.map(async (webhook) => ({
      ...webhook,
      deliveries: await adminApi.listDeliveries(webhook.id),
    })),
  );
}

export function useWebhooks() {
  const [webhooks, setWebhooks] = useState<readonly ListedWebhook[]>([]);
  const [status, setStatus] = useState<'loading' | 'failed' | 'ready'>('loading');
  const [added, setAdded] = useState<Added>();
  const { run, isBusy } = useOneAtATime();

  async function load(): Promise<void> {
    try {
      setWebhooks(await read());
      setStatus('ready');
    } catch (error) {
      logFailure(error);
      setStatus('failed');
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once
  useEffect(() => {
    void load();
  }, []);

  return {
    ...{ webhooks, status, added, isBusy, load },

    /** Fails with what the server says. */
    async add(input: WebhookInput): Promise<void> {
      const { secret, ...webhook } = await adminApi.addWebhook(input);
      setWebhooks((now) => [...now, { ...webhook, deliveries: [] }]);
      setAdded({ ...webhook, secret });
    },

    remove(id: string): void {
      if (!window.confirm(DELETE_WEBHOOK)) return;
      void run(WEBHOOK_ALERTS.delete, async () => {
        await adminApi.deleteWebhook(id);
        setWebhooks((now) => now.filter((webhook) => webhook.id !== id));
        setAdded((now) => (now?.id === id ? undefined : now));
      });
    },
  };
}
