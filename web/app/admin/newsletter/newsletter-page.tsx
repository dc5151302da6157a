import type { Mailing, NewsletterSummary } from '@longhand/contract/newsletter';
import { Link } from 'react-router';
import type { SubscriberPart } from '../api/newsletter-calls.ts';
import type { ListPart } from '../api/request.ts';
import admin from '../ui/admin.module.css';
import { dashboardAddress } from '../ui/dashboard-address.ts';
import { MailSetup } from './mail-setup.tsx';
import { Mailings } from './mailings.tsx';
import styles from './newsletter.module.css';
import { Subscribers } from './subscribers.tsx';
import { useMailings } from './use-mailings.ts';
import { useSubscribers } from './use-subscribers.ts';

type Props = {
  summary: NewsletterSummary;
  subscribers: SubscriberPart;
  mailings: ListPart<Mailing>;
};

export function NewsletterPage({ summary, subscribers, mailings }: Props) {
  const list = useSubscribers(summary, subscribers);
  return (
    <div className={`page ${admin.admin} ${styles.page}`}>
      <title>Newsletter</title>
      <p className={admin.back}>
        <Link to={dashboardAddress()}>Back to Dashboard</Link>
      </p>
      <h1>Newsletter</h1>
      <MailSetup mail={summary.mail} />
      <Mailings list={useMailings(mailings)} />
      <Subscribers list={list} />
    </div>
  );
}
