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

export const subscriberList = z
  .object({ subscribers: z.array(subscriber), total: count.describe('Of all that were found.') })
  .meta({ id: 'SubscriberList' });

export type SubscriberList = z.infer<typeof subscriberList>;

export const subscriberInput = z
  .strictObject({
    email,
    agreed: z.literal(true).describe('The word of the owner that they agreed.'),
  })
  .meta({ id: 'NewSubscriber' });

export const subscriberImport = z
  .object({
    added: count,
    known: count.describe('Were here already, or have left.'),
    refused: z.array(z.object({ line: count, email: z.string(), reason: z.string() })),
  })
  .meta({ id: 'SubscriberImport' });

export type SubscriberImport = z.infer<typeof subscriberImport>;

export const newsletterSummary = z
  .object({
    mail: z
      .object({ from: z.string().describe('As in MAIL_FROM.'), address: z.string() })
      .nullable()
      .describe('Null if mail is not set up.'),
    subscribers: z.record(z.enum(SUBSCRIBER_STATES), count),
    growth: z
      .array(z.object({ month: z.string().describe('As 2026-11.'), confirmed: count }))
      .describe('How many were confirmed at the end of each of the last twelve months.'),
  })
  .meta({ id: 'NewsletterSummary' });

export type NewsletterSummary = z.infer<typeof newsletterSummary>;

/** To MAIL_FROM if it is left out. */
export const testMailInput = z.strictObject({ to: email.optional() }).meta({ id: 'TestMail' });

export const testMailSent = z.object({ to: z.string() }).meta({ id: 'TestMailSent' });

export const mailingTestInput = testMailInput
  .extend({ post_id: storableText })
  .meta({ id: 'MailingTest' });

export const mailingPreview = z
  .object({
    subject: z.string(),
    preheader: z.string(),
    html: z.string(),
    text: z.string(),
    recipients: count,
    mailing: mailing.nullable().describe('Of a post that was sent.'),
  })
  .meta({ id: 'MailingPreview' });

export type MailingPreview = z.infer<typeof mailingPreview>;
