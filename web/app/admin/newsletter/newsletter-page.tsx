import type { Mailing, NewsletterSummary } from '@longhand/contract/newsletter/newsletter';
import { useId } from 'react';
import { Link } from 'react-router';
import { adminApi } from '../api/admin-api.ts';
import type { SubscriberPart } from '../api/newsletter-calls.ts';
import type { ListPart } from '../api/request.ts';
import admin from '../ui/admin.module.css';
import { Mailings } from './mailings.tsx';
import styles from './newsletter.module.css';
import { TestMail } from './sending/test-mail.tsx';
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
      <h1>Newsletter</h1>
      <MailSetup mail={summary.mail} />
      <Mailings list={useMailings(mailings)} />
      <Subscribers list={list} />
    </div>
  );
}

function MailSetup({ mail }: Pick<NewsletterSummary, 'mail'>) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>Email</h2>
      {mail ? (
        <p>
          Email is set up. Newsletters come from <b className={styles.address}>{mail.from}</b>.
        </p>
      ) : (
        <HowToSetUp />
      )}
      <TestMail mail={mail} label="Send a test email" send={adminApi.sendTestMail} />
    </section>
  );
}

const EXAMPLE = `SMTP_URL=smtps://user:password@mail.example.com:465
MAIL_FROM=My blog <hello@example.com>`;

function HowToSetUp() {
  return (
    <>
      <p>
        Email is not set up yet: readers cannot subscribe, and the sign-up form tells them so. You
        can <Link to="/admin/settings#newsletter">hide the form</Link>, or connect any SMTP account:
      </p>
      <ol className={styles.steps}>
        <li>
          Add the account to the server’s environment (the file <code>.env</code>) and restart it:
          <pre>{EXAMPLE}</pre>
        </li>
        <li>
          Run <code>npm run doctor</code> on the server to test the connection.
        </li>
        <li>Send yourself a test email from here.</li>
      </ol>
    </>
  );
}
