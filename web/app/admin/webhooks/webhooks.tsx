import type { WebhookDelivery } from '@longhand/contract/webhooks';
import { useId, useRef, useState } from 'react';
import { useSite } from '../../reader/site/site.ts';
import { Loading } from '../../reader/ui/loading.tsx';
import { PlainButton } from '../ui/button.tsx';
import { CopyField } from '../ui/fields/copy-field.tsx';
import field from '../ui/fields/field.module.css';
import rows from '../ui/lists/detail-rows.module.css';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { when } from '../words/short-time.ts';
import {
  ABOUT_WEBHOOKS,
  COPY_SECRET,
  DELIVERY_WORDS,
  WEBHOOK_EVENT_WORDS,
  webhookAdded,
} from '../words/webhooks.ts';
import { type ListedWebhook, useWebhooks } from './use-webhooks.ts';
import { WebhookForm } from './webhook-form.tsx';
import styles from './webhooks.module.css';

export function Webhooks() {
  const list = useWebhooks();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, list.webhooks);
  return (
    <section aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        Webhooks
      </h3>
      <p>{ABOUT_WEBHOOKS}</p>
      {list.status === 'loading' && <Loading text="Loading webhooks..." />}
      {list.status === 'failed' && (
        <p role="alert" className={field.error}>
          The webhooks could not be loaded. Check your connection, then{' '}
          <PlainButton onClick={list.load}>try again</PlainButton>.
        </p>
      )}
      {list.status === 'ready' && (
        <>
          <ul className={`${rows.rows} ${styles.webhooks}`}>
            {list.webhooks.map((webhook) => (
              <WebhookItem
                key={webhook.id}
                webhook={webhook}
                isBusy={list.isBusy}
                onDelete={() => list.remove(webhook.id)}
              />
            ))}
          </ul>
          <p role="status" className="visually-hidden">
            {list.added && webhookAdded(list.added.url)}
          </p>
          {list.added && <Secret key={list.added.id} secret={list.added.secret} />}
          <WebhookForm onSubmit={list.add} />
        </>
      )}
    </section>
  );
}

function Secret({ secret }: { secret: string }) {
  const [message, setMessage] = useState('');
  return (
    <div className={styles.secret}>
      <CopyField label="Secret" value={secret} hint={COPY_SECRET} onMessage={setMessage} />
      <p role="status">{message}</p>
    </div>
  );
}

type ItemProps = { webhook: ListedWebhook; isBusy: boolean; onDelete: () => void };

function WebhookItem({ webhook, isBusy, onDelete }: ItemProps) {
  const { url, events, deliveries } = webhook;
  const [last] = deliveries;
  return (
    <li>
      <div>
        <b>{url}</b>
        <small>{events.map((event) => WEBHOOK_EVENT_WORDS[event]).join(' · ')}</small>
        {last ? (
          <details>
            <summary>
              Last delivery: {DELIVERY_WORDS[last.state].toLowerCase()}
              <span className="visually-hidden"> to {url}</span>
            </summary>
            <Deliveries deliveries={deliveries} />
          </details>
        ) : (
          <small>Nothing sent yet.</small>
        )}
      </div>
      <PlainButton aria-disabled={isBusy} onClick={onDelete}>
        Delete
        <span className="visually-hidden"> {url}</span>
      </PlainButton>
    </li>
  );
}

function Deliveries({ deliveries }: { deliveries: readonly WebhookDelivery[] }) {
  const { timeZone } = useSite();
  return (
    <ol
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys must be able to do
      tabIndex={0}
      aria-label="Deliveries"
    >
      {deliveries.map(({ id, event, state, attempts, error, created_at }) => (
        <li key={id}>
          {DELIVERY_WORDS[state]} <time dateTime={created_at}>{when(created_at, timeZone)}</time>:{' '}
          {WEBHOOK_EVENT_WORDS[event]}
          {attempts > 1 && `, ${attempts} attempts`}
          {error !== null && `. ${error}`}
        </li>
      ))}
    </ol>
  );
}
