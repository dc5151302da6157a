import { z } from 'zod';
import { timestamp } from './posts.ts';
import { storableText, text } from './text.ts';

export const MAX_EMAIL = 254;

const email = text(MAX_EMAIL).trim().pipe(z.email());

/** What the form of a reader sends. `website` is a field that only robots fill. */
export const signupInput = z
  .strictObject({ email, website: storableText.optional() })
  .meta({ id: 'NewsletterSignup' });

export const SUBSCRIBER_STATES = ['waiting', 'confirmed', 'unsubscribed', 'bounced'] as const;

export const subscriber = z
  .object({
    id: z.string(),
    email: z.string(),
    state: z.enum(SUBSCRIBER_STATES),
    source: z.enum(['form', 'owner', 'csv']).describe('The form, or who vouched for it.'),
    created_at: timestamp,
    confirmed_at: timestamp.nullable(),
    ended_at: timestamp.nullable().describe('When they left or bounced.'),
  })
  .meta({ id: 'Subscriber' });

export type Subscriber = z.infer<typeof subscriber>;

export const MAILING_STATES = ['sending', 'paused', 'done', 'cancelled'] as const;

const count = z.int().nonnegative();

export const mailing = z
  .object({
    id: z.string(),
    post_id: z.string(),
    title: z.string().describe('That of the post when it was sent.'),
    state: z.enum(MAILING_STATES),
    recipients: count,
    sent: count,
    failed: count,
    pending: count,
    skipped: count.describe('Those who left meanwhile.'),
    in_flight: z
      .array(z.string())
      .describe('Addresses of which nobody knows whether they got it; they are not tried again.'),
    failures: z
      .array(z.object({ email: z.string(), reason: z.string() }))
      .describe('The first hundred that failed.'),
    problem: z.string().nullable().describe('Why nothing can be sent at the moment.'),
    created_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'Mailing' });

export type Mailing = z.infer<typeof mailing>;

export const mailingInput = z.strictObject({ post_id: storableText }).meta({ id: 'NewMailing' });
