import { z } from 'zod';
import { namedInput, namedObject } from '../named-schemas.ts';
import { MAX_QUERY_LENGTH } from '../posts/post-query.ts';
import { limit, timestamp } from '../posts/posts.ts';
import { storableText, text } from '../text/text.ts';
import { emailKey, MAX_EMAIL } from './email-address.ts';

const email = z
  .string()
  .trim()
  .max(MAX_EMAIL, { abort: true })
  .refine((value) => emailKey(value) !== null, 'must be an email address')
  .meta({ examples: ['tom@example.com', 'Ann+news@bücher.example'] });

/** Sent by the form of a reader. `website` is a field that only robots fill. */
export const signupInput = namedInput('NewsletterSignup', {
  email,
  website: storableText.optional(),
});

/** Equal for every address, so that it does not reveal who has subscribed. */
export const signupAnswer = namedObject('NewsletterSignupAnswer', {});

export const SUBSCRIBER_STATES = ['waiting', 'confirmed', 'unsubscribed', 'bounced'] as const;

const subscriberState = z.enum(SUBSCRIBER_STATES);

/** `waiting` if the link works, and nobody has used it. */
export const confirmation = namedObject('NewsletterConfirmation', {
  state: z.enum(['waiting', 'confirmed']),
});

export type Confirmation = z.infer<typeof confirmation>;

export const subscription = namedObject('NewsletterSubscription', { state: subscriberState });

export type Subscription = z.infer<typeof subscription>;

export const subscriber = namedObject('Subscriber', {
  id: z.string(),
  email: z.string(),
  state: subscriberState,
  source: z.enum(['form', 'owner', 'csv']).describe('The form, or who vouched for it.'),
  created_at: timestamp,
  confirmed_at: timestamp.nullable(),
  ended_at: timestamp.nullable().describe('When they left or bounced.'),
});

export type Subscriber = z.infer<typeof subscriber>;

const MAILING_STATES = ['sending', 'paused', 'done', 'cancelled'] as const;

const count = z.int().nonnegative();

export const mailing = namedObject('Mailing', {
  id: z.string(),
  post_id: z.string(),
  title: z.string().describe('That of the post when it was sent.'),
  state: z.enum(MAILING_STATES),
  recipients: count,
  sent: count,
  failed: count,
  pending: count,
  skipped: count.describe('Those who unsubscribed meanwhile.'),
  in_flight: z
    .array(z.string())
    .describe('Addresses of which nobody knows whether they got it; they are not tried again.'),
  failures: z
    .array(z.object({ email: z.string(), reason: z.string() }))
    .describe('The first hundred that failed.'),
  problem: z.string().nullable().describe('Why nothing can be sent at the moment.'),
  created_at: timestamp,
  ended_at: timestamp.nullable(),
});

export type Mailing = z.infer<typeof mailing>;

export const mailingInput = namedInput('NewMailing', { post_id: storableText });

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

export const subscriberList = namedObject('SubscriberList', {
  subscribers: z.array(subscriber),
  total: count.describe('Of all that were found.'),
});

export type SubscriberList = z.infer<typeof subscriberList>;

export const subscriberInput = namedInput('NewSubscriber', {
  email,
  agreed: z.literal(true).describe('The word of the owner that they agreed.'),
});

export const subscriberImportQuery = z.object({
  agreed: z.literal('true').describe('The word of the owner that all of them agreed.'),
});

export const subscriberImport = namedObject('SubscriberImport', {
  added: count,
  known: count.describe('Were here already, or have left.'),
  refused: count,
  refusals: z
    .array(z.object({ line: count, email: z.string(), reason: z.string() }))
    .describe('The first hundred that were refused.'),
});

export type SubscriberImport = z.infer<typeof subscriberImport>;

export const newsletterSummary = namedObject('NewsletterSummary', {
  mail: z
    .object({ from: z.string().describe('As in MAIL_FROM.'), address: z.string() })
    .nullable()
    .describe('Null if mail is not set up.'),
  subscribers: z.record(subscriberState, count),
  growth: z
    .array(z.object({ month: z.string().describe('As 2026-11.'), confirmed: count }))
    .describe('How many were confirmed at the end of each of the last twelve months.'),
});

export type NewsletterSummary = z.infer<typeof newsletterSummary>;

/** The mail goes to MAIL_FROM if `to` is left out. */
export const testMailInput = namedInput('TestMail', { to: email.optional() });

export const testMailSent = namedObject('TestMailSent', { to: z.string() });

export const mailingTestInput = testMailInput
  .extend({ post_id: storableText })
  .meta({ id: 'MailingTest' });

export const mailingPreview = namedObject('MailingPreview', {
  subject: z.string(),
  preheader: z.string(),
  html: z.string(),
  text: z.string(),
  recipients: count,
  mailing: mailing.nullable().describe('Of a post that was sent.'),
});

export type MailingPreview = z.infer<typeof mailingPreview>;
