import { POST_YEARS } from '@longhand/contract/limits';
import type { Post, PostInput } from '@longhand/contract/posts/posts';

/**
 * Whether the public sees a post, and since when. A published post has a date and no schedule; a scheduled post is not
 * published, and has a date only if it was public before. Only a scheduled post can be sent to subscribers when it is
 * published.
 */
export type Publishing = Pick<
  Post,
  'published' | 'published_at' | 'publish_at' | 'send_when_published'
>;

type PublishingInput = Pick<PostInput, keyof Publishing>;
const UNSCHEDULED = { publish_at: null, send_when_published: false } as const;

type DateField = 'published_at' | 'publish_at';

export function isWithinYears(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= POST_YEARS.first && year <= POST_YEARS.last;
}

/** The message is the rest of a sentence that starts with the field's name. */
export function findDateProblem(
  { published_at, publish_at }: PublishingInput,
  now: string,
): { readonly field: DateField; readonly message: string } | undefined {
  // A schedule wins over a date that is given with it.
  const field = publish_at ? 'publish_at' : 'published_at';
  const given = publish_at || published_at;
  if (!given) return undefined;
  const date = new Date(given);
  if (!isWithinYears(date))
    return { field, message: `must be in the years ${POST_YEARS.first} to ${POST_YEARS.last}` };
  const isFuture = date > new Date(now);
  if (field === 'publish_at' && !isFuture)
    return {
      field,
      message:
        'must be in the future; to publish the post now, leave it out and send published: true',
    };
  if (field === 'published_at' && isFuture)
    return {
      field,
      message: 'must not be in the future; to publish the post then, send the date as publish_at',
    };
  return undefined;
}

export function storedDate(date: string | null): string | null {
  return date && new Date(date).toISOString();
}

function publicDate(
  current: Publishing,
  given: string | null | undefined,
  published: boolean,
  now: string,
): string | null {
  if (given) return storedDate(given);
  // Null leaves the date to the moment of publishing, which is over for a published post.
  const date = given === null && !current.published ? null : current.published_at;
  if (published) return date ?? now;
  return given === null ? null : date;
}

type Circumstances = {
  readonly now: string;
  readonly wasPublic: boolean;
};

/** The input must have passed `findDateProblem`. */
export function applyDates(
  current: Publishing,
  input: PublishingInput,
  { now, wasPublic }: Circumstances,
): Publishing {
  const kept = input.published ? null : current.publish_at;
  const publish_at = input.publish_at === undefined ? kept : storedDate(input.publish_at);
  if (publish_at !== null)
    return {
      published: false,
      published_at: wasPublic ? current.published_at : null,
      publish_at,
      send_when_published: input.send_when_published ?? current.send_when_published,
    };
  const published = input.published ?? current.published;
  return {
    published,
    published_at: publicDate(current, input.published_at, published, now),
    ...UNSCHEDULED,
  };
}

export function publishAsScheduled(
  { published_at, publish_at }: Publishing & { publish_at: string },
  wasPublic: boolean,
): Publishing {
  return {
    published: true,
    published_at: (wasPublic ? published_at : null) ?? publish_at,
    ...UNSCHEDULED,
  };
}

/** A schedule whose time has passed in the trash is over: nobody expects the post to go public. */
export function restoreDates(
  { published, published_at, publish_at, send_when_published }: Publishing,
  now: string,
): Publishing {
  const isAhead = publish_at !== null && publish_at > now;
  const schedule = isAhead ? { publish_at, send_when_published } : UNSCHEDULED;
  return { published, published_at, ...schedule };
}
