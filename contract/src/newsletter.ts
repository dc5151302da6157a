import { z } from 'zod';
import { emailKey, MAX_EMAIL } from './email-address.ts';
import { MAX_QUERY_LENGTH } from './post-query.ts';
import { limit, timestamp } from './posts.ts';
import { storableText, text } from './text.ts';

const email = z
  .string()
  .trim()
  .max(MAX_EMAIL, { abort: true })
  .refine((value) => emailKey(value) !== null, 'must be an e-mail address')
  .meta({ examples: ['tom@example.com', 'Ann+news@bücher.example'] });

/** What the form of a reader sends. `website` is a field that only robots fill. */
export const signupInput = z
  .strictObject({ email, website: storableText.optional() })
  .meta({ id: 'NewsletterSignup' });

/** Equal for every address. */
export const signupAnswer = z.object({}).meta({ id: 'NewsletterSignupAnswer' });

export const SUBSCRIBER_STATES = ['waiting', 'confirmed', 'unsubscribed', 'bounced'] as const;

const subscriberState = z.enum(SUBSCRIBER_STATES);

/** `waiting`: the link works, and nobody has used it. */
export const confirmation = z
  .object({ state: z.enum(['waiting', 'confirmed']) })
  .meta({ id: 'NewsletterConfirmation' });

export type Confirmation = z.infer<typeof confirmation>;

export const subscription = z
  .object({ state: subscriberState })
  .meta({ id: 'NewsletterSubscription' });

export type Subscription = z.infer<typeof subscription>;

export const subscriber = z
  .object({
    id: z.string(),
    email: z.string(),
    state: subscriberState,
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

export const MAX_SUBSCRIBERS_LISTED = 100;

export const subscriberListQuery = z.object({
  q: text(MAX_QUERY_LENGTH)
    .optional()
    .describe('Only those with this text in the address, in any case.'),
  state: subscriberState.optional(),
  limit: limit.describe(
    'The maximum number. If there are more, the Link header leads to the next.',
  ),
  cursor: storableText.optional().describe('From the Link header of another response.'),
});

export type SubscriberListQuery = z.output<typeof subscriberListQuery>;

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

export const subscriberImportQuery = z.object({
  agreed: z.literal('true').describe('The word of the owner that all of them agreed.'),
});

export const subscriberImport = z
  .object({
    added: count,
    known: count.describe('Were here already, or have left.'),
    refused: count,
    refusals: z
      .array(z.object({ line: count, email: z.string(), reason: z.string() }))
      .describe('The first hundred that were refused.'),
  })
  .meta({ id: 'SubscriberImport' });

export type SubscriberImport = z.infer<typeof subscriberImport>;

export const newsletterSummary = z
  .object({
    mail: z
      .object({ from: z.string().describe('As in MAIL_FROM.'), address: z.string() })
      .nullable()
      .describe('Null if mail is not set up.'),
    subscribers: z.record(subscriberState, count),
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
