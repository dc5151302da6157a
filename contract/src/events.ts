import { z } from 'zod';
import { EVENT_ACTORS, EVENT_KINDS, MAX_EVENTS_LISTED } from './event-kinds.ts';
import { namedObject } from './named-schemas.ts';
import { timestamp } from './posts/posts.ts';
import { listLimit } from './text/text.ts';

export const event = namedObject('Event', {
  id: z.uuid(),
  at: timestamp,
  kind: z.enum(EVENT_KINDS),
  actor: z
    .enum(EVENT_ACTORS)
    .describe(
      'The owner in a session, a script with an API token, someone who is not logged in, or the blog by itself and commands on its machine.',
    ),
  address: z.string().nullable().describe('The network that the request came from.'),
  subject: z.string().nullable().describe('The id of what it happened to, like a post.'),
  detail: z.string().nullable().describe('For example the names of the changed settings.'),
});

export type Event = z.infer<typeof event>;

export const eventList = namedObject('EventList', {
  events: z.array(event).describe('The newest first.'),
  next: z.string().nullable().describe('For `before`, if there are more.'),
});

export type EventList = z.infer<typeof eventList>;

const MOMENT = 'must be a date like 2026-11-16 or a time like 2026-11-16T08:00:00Z';

const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: MOMENT })
  .optional();

export const eventQuery = z.object({
  kind: z.enum(EVENT_KINDS).optional(),
  from: moment.describe(
    'Nothing earlier. A date is the start of that day in the time zone of the site.',
  ),
  to: moment.describe('Nothing later. A date is the end of that day in the time zone of the site.'),
  before: z.uuid().optional().describe('`next` of another answer.'),
  limit: listLimit(MAX_EVENTS_LISTED).default(50),
});

export type EventQuery = z.output<typeof eventQuery>;
