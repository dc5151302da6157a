import { POST_YEARS } from '@longhand/contract/limits';
import type { FoundDocument } from './source.ts';

type Publishing = {
  readonly published: boolean;
  readonly published_at: string | null;
  readonly publish_at: string | null;
};

function isUsable(date: Date | null): date is Date {
  if (date === null || Number.isNaN(date.getTime())) return false;
  const year = date.getUTCFullYear();
  return year >= POST_YEARS.first && year <= POST_YEARS.last;
}

function publishingOf(isPublic: boolean, date: Date | null, now: Date): Publishing {
  const isAhead = date !== null && date > now;
  if (isAhead && isPublic)
    return { published: false, published_at: null, publish_at: date.toISOString() };
  return {
    published: isPublic,
    published_at: isAhead ? null : (date?.toISOString() ?? null),
    publish_at: null,
  };
}

/** The dates that a document has here. What is ahead and public is scheduled. */
export function fitDates(
  { status, publishedAt, createdAt }: FoundDocument,
  now: Date,
  note: (note: string) => void,
) {
  for (const date of [publishedAt, createdAt])
    if (date !== null && !isUsable(date))
      note(
        `It has a date that cannot be used; years from ${POST_YEARS.first} to ${POST_YEARS.last} can.`,
      );
  const created = isUsable(createdAt) ? createdAt : null;
  const published = isUsable(publishedAt) ? publishedAt : null;
  // A public post has the date on which it was created, rather than that of the import.
  const date = published ?? (status === 'public' ? created : null);
  const past = [created, published].filter((one): one is Date => one !== null && one <= now);
  const createdAtHere = past.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? now;
  const updatedAtHere = past.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? now;
  return {
    publishing: publishingOf(status === 'public', date, now),
    dates: {
      created_at: (created !== null && created <= now ? created : createdAtHere).toISOString(),
      updated_at: updatedAtHere.toISOString(),
    },
  };
}
