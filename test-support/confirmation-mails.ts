import { onTestFinished } from 'vitest';
import type { TestDatabase } from './dialects.ts';
import { startMailServer } from './mail-server.ts';
import { startTestApp } from './test-app.ts';

/** What is logged when a confirmation mail was not sent. */
export const NOT_SENT =
  /^a confirmation mail (could not be sent; it will be retried|was refused|may not)/;

/** A blog with a mail server, at which somebody joins the newsletter. */
export async function startSignups(open: () => Promise<TestDatabase>) {
  const server = await startMailServer();
  onTestFinished(server.stop);
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'Blog <blog@example.org>' };
  const site = await startTestApp(open, { ...mail, SITE_URL: 'https://blog.example' });
  return {
    ...site,
    server,
    /** Of the only mail, with the number of attempts. */
    async stateOf(): Promise<string> {
      const row = await site.db.selectFrom('newsletter_signups').selectAll().executeTakeFirst();
      return `${row?.state} ${row?.attempts}`;
    },
    join: (email: string) =>
      site.request({ method: 'POST', url: '/api/newsletter', payload: { email } }),
  };
}
