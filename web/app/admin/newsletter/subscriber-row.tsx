import type { Subscriber } from '@longhand/contract/newsletter';
import { useSite } from '../../reader/site/site.ts';
import row from '../posts/post-row.module.css';
import styles from './newsletter.module.css';
import { detailOf, STATES } from './subscriber-words.ts';
import type { Subscribers } from './use-subscribers.ts';

type Props = { subscriber: Subscriber; list: Subscribers };

/* biome-ignore-start lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles */
export function SubscriberRow({ subscriber, list }: Props) {
  const { timeZone } = useSite();
  const { email, state } = subscriber;
  return (
    <tr role="row">
      <th scope="row" role="rowheader" dir="auto" className={styles.address}>
        {email}
      </th>
      <td role="cell" className={styles.state} data-state={state}>
        {STATES[state]} <span>{detailOf(subscriber, timeZone)}</span>
      </td>
      <td role="cell">
        <div className={row.actions}>
          <button type="button" aria-disabled={list.isBusy} onClick={() => list.remove(subscriber)}>
            Delete<span className="visually-hidden"> {email}</span>
          </button>
        </div>
      </td>
    </tr>
  );
}
/* biome-ignore-end lint/a11y/noRedundantRoles: as above */
