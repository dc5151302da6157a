import type { NewsletterSummary } from '@longhand/contract/newsletter';
import { Link } from 'react-router';
import { adminApi } from '../api/admin-api.ts';
import { TestMail } from '../mail/test-mail.tsx';
import styles from './newsletter.module.css';
import { Section } from './section.tsx';

/** Whether mail can be sent, and what to do if not. */
export function MailSetup({ mail }: Pick<NewsletterSummary, 'mail'>) {
  return (
    <Section title="Mail">
      {mail ? (
        <p>
          Mail is set up. It is sent as <b className={styles.address}>{mail.from}</b>.
        </p>
      ) : (
        <HowToSetUp />
      )}
      <TestMail
        to={mail?.address ?? ''}
        label="Send a test mail"
        send={adminApi.sendTestMail}
        reason={mail ? undefined : 'No mail can be sent before it is set up.'}
      />
    </Section>
  );
}

const EXAMPLE = `SMTP_URL=smtps://user:password@mail.example.com:465
MAIL_FROM=My blog <hello@example.com>`;

function HowToSetUp() {
  return (
    <>
      <p>
        Mail is not set up yet: readers cannot subscribe, and the block on the home page says so.
        You can <Link to="/admin/settings#newsletter">hide the block</Link>, or set up mail: any
        account with SMTP will do.
      </p>
      <ol className={styles.steps}>
        <li>
          Put the account into the server’s environment (the file <code>.env</code>), and restart
          it:
          <pre>{EXAMPLE}</pre>
        </li>
        <li>
          Run <code>npm run doctor</code> on the server: it connects, and says what is wrong.
        </li>
        <li>Send a test mail to yourself from here.</li>
      </ol>
    </>
  );
}
