import type { Mailing } from '@longhand/contract/newsletter/newsletter';
import { expect, onTestFinished } from 'vitest';
import type { TestDatabase } from './dialects.ts';
import { startMailServer } from './mail-server.ts';
import { addSubscribers } from './subscribers.ts';
import { startTestApp } from './test-app.ts';

/** A site with a mail server and these subscribers. */
export async function startNewsletter(
  open: () => Promise<TestDatabase>,
  emails: readonly string[] = [],
  settings: Record<string, string> = {},
) {
  const server = await startMailServer();
  onTestFinished(server.stop);
  const mail = { SMTP_URL: server.url, MAIL_FROM: 'Blog <blog@example.org>' };
  const site = await startTestApp(open, { ...mail, ...settings });
  await addSubscribers(site.db, ...emails);
  const token = await site.login();
  const post = (url: string, payload?: object) =>
    site.request({ method: 'POST', url: `/api/admin/${url}`, ...(payload && { payload }) }, token);
  return {
    ...site,
    ...{ server, token, post },
    recipients: () => server.mails.map(({ envelope }) => envelope.to[0]).toSorted(),
    send: (postId: string) => post('mailings', { post_id: postId }),
    /** Of a new post. */
    async startMailing(fields: Record<string, unknown> = {}): Promise<string> {
      const { id } = await site.createPost(token, fields);
      const response = await post('mailings', { post_id: id });
      expect(response.statusCode, response.body).toBe(202);
      return response.json().id;
    },
    find: async (id: string): Promise<Mailing> =>
      (await site.get(`/api/admin/mailings/${id}`, token)).json(),
    /** Until the jobs have done what is due now. */
    async work(): Promise<void> {
      await site.app.scheduler.tick();
      await site.app.scheduler.tick();
    },
  };
}

export type Newsletter = Awaited<ReturnType<typeof startNewsletter>>;

export async function subscriberState({ db }: Newsletter, email: string) {
  const row = await db
    .selectFrom('subscribers')
    .select('state')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return row.state;
}
