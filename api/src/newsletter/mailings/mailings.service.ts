import type { Mailing, MailingPreview } from '@longhand/contract/newsletter/newsletter';
import type { Post } from '@longhand/contract/posts/posts';
import type { Clock } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Database, Transaction } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { noSuchDocument } from '../../documents/document-problems.ts';
import { recordEvent } from '../../events/record-event.ts';
import { cutPart, type ListPart } from '../../http/list-part.ts';
import { notFound, ProblemError } from '../../http/problem.ts';
import type { Mailer } from '../../mail/mail.ts';
import { mailNotSetUp, sendNow } from '../../mail/mailer.ts';
import type { PostsService } from '../../posts/posts.service.ts';
import type { PrepareWith } from '../../posts/schedules/scheduled-posts.service.ts';
import type { MailSite } from '../post-mail/mail-site.ts';
import { addressPostMail, previewPostMail, renderPostMail } from '../post-mail/post-mail.ts';
import { countSubscribers } from '../subscribers/subscriber-list.repository.ts';
import * as repository from './mailings.repository.ts';

const PAGE_SIZE = 20;
const DELETED = '(deleted)';

type Parts = Pick<Context, 'db' | 'clock' | 'log'> & {
  /** Null while mail is not set up. */
  readonly mailer: Mailer | null;
  readonly posts: Pick<PostsService, 'findRendered'>;
  readonly readSite: () => Promise<MailSite>;
};

function noSuchMailing(): ProblemError {
  return notFound('There is no such mailing.');
}

function wasSent(): ProblemError {
  return new ProblemError(
    'post-sent',
    'This post has already been sent to subscribers. A post is sent only once, even if it is published again.',
  );
}

/** Says why the last recipients wait, if there is nobody else to send to. */
async function findProblem(
  db: Database,
  { id, state, problem, created_at }: repository.StoredMailing,
): Promise<string | null> {
  if (problem !== null || state !== 'sending') return problem;
  const first = await repository.findNextPending(db, id);
  return first && first.next_try_at > created_at ? first.reason : null;
}

async function toMailing(db: Database, stored: repository.StoredMailing): Promise<Mailing> {
  const { inFlight, ...mailing } = stored;
  const { recipients, sent, failed, skipped } = mailing;
  const failures = await repository.listFailures(db, mailing.id);
  return {
    ...mailing,
    pending: recipients - sent - failed - skipped - inFlight.length,
    in_flight: inFlight.map((email) => email ?? DELETED),
    failures: failures.map(({ email, reason }) => ({
      email: email ?? DELETED,
      reason: reason ?? '',
    })),
    problem: await findProblem(db, stored),
  };
}

type Change = 'pause' | 'resume' | 'cancel';

const TARGETS = { pause: 'paused', resume: 'sending', cancel: 'cancelled' } as const;

function endedMailing(state: 'done' | 'cancelled'): ProblemError {
  return new ProblemError(
    'mailing-ended',
    state === 'done'
      ? 'This mailing is finished.'
      : 'This mailing was cancelled and can no longer be changed.',
  );
}

async function change(trx: Transaction, id: string, change: Change, now: string) {
  const mailing = await repository.findMailing(trx, 'id', id);
  if (!mailing) throw noSuchMailing();
  const { state } = mailing;
  const target = TARGETS[change];
  if (state === target) return;
  if (state === 'done' || state === 'cancelled') throw endedMailing(state);
  const ended_at = target === 'cancelled' ? now : null;
  await repository.setMailingState(trx, id, target, { ended_at });
}

async function start(trx: Transaction, clock: Clock, mailing: repository.NewMailing) {
  const id = await repository.insertMailing(trx, mailing);
  if (id !== undefined)
    await recordEvent(trx, clock, { kind: 'mailing.started', subject: mailing.post_id });
  return id;
}

function createScheduledSending({ db, clock, log, mailer, readSite }: Parts): PrepareWith {
  return async (post) => {
    if (!post.send_when_published) return undefined;
    const where = { post: post.id };
    if (!mailer) {
      log.warn(where, 'a post was published, but not sent: mail is not set up');
      return undefined;
    }
    if (await repository.findMailing(db, 'post_id', post.id)) return undefined;
    try {
      const content = renderPostMail(post, await readSite());
      const { id: post_id, title } = post;
      return (trx, created_at) => start(trx, clock, { post_id, title, content, created_at });
    } catch (err) {
      log.error({ ...where, err }, 'a post is published, but not sent: its mail could not be made');
      return undefined;
    }
  };
}

export function createMailingsService(parts: Parts) {
  const { db, clock, mailer, posts, readSite } = parts;

  async function findPost(id: string): Promise<Post> {
    const post = await posts.findRendered(id);
    if (!post) throw noSuchDocument('post');
    return post;
  }

  async function find(id: string): Promise<Mailing> {
    const mailing = await repository.findMailing(db, 'id', id);
    if (!mailing) throw noSuchMailing();
    return toMailing(db, mailing);
  }

  return {
    /** Sends to all who are subscribed now; a job sends the mails. */
    async create(postId: string): Promise<{ id: string }> {
      if (!mailer) throw mailNotSetUp();
      const post = await findPost(postId);
      if (await repository.findMailing(db, 'post_id', postId)) throw wasSent();
      if (!post.published)
        throw new ProblemError(
          'post-not-public',
          'Only a public post can be sent. Publish it first.',
        );
      const content = renderPostMail(post, await readSite());
      const created_at = clock().toISOString();
      const { title } = post;
      const id = await inTransaction(db, (trx) =>
        start(trx, clock, { post_id: postId, title, content, created_at }),
      );
      if (id === undefined) throw wasSent();
      return { id };
    },

    find,

    countUnsent: () => repository.countUnsent(db),

    async list(before: string | undefined): Promise<ListPart<Mailing>> {
      const rows = await repository.listMailings(db, before, PAGE_SIZE + 1);
      const { entries, next } = cutPart(rows, PAGE_SIZE, ({ id }) => id);
      return { entries: await Promise.all(entries.map((row) => toMailing(db, row))), next };
    },

    async change(id: string, wanted: Change): Promise<Mailing> {
      await inTransaction(db, (trx) => change(trx, id, wanted, clock().toISOString()));
      return find(id);
    },

    async preview(postId: string): Promise<MailingPreview> {
      const post = await findPost(postId);
      const mailing = await repository.findMailing(db, 'post_id', postId);
      return {
        ...previewPostMail(post, await readSite()),
        recipients: await countSubscribers(db, { state: 'confirmed' }),
        mailing: mailing ? await toMailing(db, mailing) : null,
      };
    },

    async sendTest(postId: string, to: string | undefined): Promise<{ to: string }> {
      const site = await readSite();
      const content = renderPostMail(await findPost(postId), site);
      return sendNow(mailer, (from) =>
        addressPostMail(content, { email: to ?? from, token: 'preview' }, site),
      );
    },

    prepareScheduled: createScheduledSending(parts),
  };
}

export type MailingsService = ReturnType<typeof createMailingsService>;
