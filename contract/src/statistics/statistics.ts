import { z } from 'zod';
import { namedObject } from '../named-schemas.ts';
import { postId } from '../posts/posts.ts';
import { DEVICES, READ_PERCENTS, SECONDS_STEPS, STATISTICS_TABLES } from './statistics-names.ts';

const count = z.int().nonnegative();
const day = z.iso.date('must be a date like 2026-01-31');

const range = {
  from: day.describe('The first day, in the time zone of the site.'),
  to: day.describe('The last day.'),
  post: postId.optional().describe('Only the views of this post.'),
};

const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const ORDER = { path: ['to'], error: 'must not be before from' };

export const statisticsQuery = z.object(range).refine(isInOrder, ORDER);

export type StatisticsQuery = z.infer<typeof statisticsQuery>;

const countedPost = namedObject('CountedPost', {
  id: postId,
  title: z.string().describe('A deleted post has its last one.'),
  slug: z.string(),
  views: count,
  visitors: count.describe('The sum of the visitors of each day.'),
  finished: count.describe('Views in which 100 % of the article was seen.'),
});

export type CountedPost = z.infer<typeof countedPost>;

export const statistics = namedObject('Statistics', {
  first_day: day.nullable().describe('The first day with a view, whatever the range.'),
  days: z
    .array(z.object({ day, views: count, visitors: count }))
    .describe('Every public page, or the post. Days without views are left out.'),
  posts: z.array(countedPost).describe('The most viewed first; also deleted ones.'),
  referrers: z
    .array(z.object({ referrer: z.string().describe('Host and path, or other.'), views: count }))
    .describe('The most views first. Pages of the site are none.'),
  devices: z.array(z.object({ device: z.enum(DEVICES), views: count })),
  languages: z
    .array(z.object({ language: z.string().describe('Like en, or other.'), views: count }))
    .describe('The first that the browser asks for, without its region.'),
  reading: z
    .object({
      parts: z
        .array(z.object({ percent: z.literal(READ_PERCENTS), views: count }))
        .describe('Views by the greatest part of the article that was seen. All steps are listed.'),
      seconds: z
        .array(
          z.object({
            from: z.literal(SECONDS_STEPS).describe('The step ends where the next one begins.'),
            views: count,
          }),
        )
        .describe('Views by the time that the page was visible. All steps are listed.'),
    })
    .describe('Of posts only, and only of views whose end the browser has reported.'),
  feeds: z
    .object({
      days: z.array(
        z.object({
          day,
          subscribers: count.describe('As feed readers report them.'),
          fetchers: count.describe('Different programs or services that fetched a feed.'),
        }),
      ),
      readers: z
        .array(z.object({ reader: z.string(), subscribers: count }))
        .describe('Feed readers by the last number that each has reported in the range.'),
    })
    .describe('Of the whole site. Empty for a post.'),
});

export type Statistics = z.infer<typeof statistics>;

/** For the list of posts in the dashboard. */
export const postViews = namedObject('PostViews', {
  posts: z.array(z.object({ id: postId, views: count })).describe('Without those never viewed.'),
});

export type PostViews = z.infer<typeof postViews>;

export const statisticsCsvQuery = z
  .object({ ...range, what: z.enum(STATISTICS_TABLES).describe('The list of the statistics.') })
  .refine(isInOrder, ORDER);
