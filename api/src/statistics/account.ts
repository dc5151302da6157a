import {
  DEVICES,
  type Device,
  OTHER,
  READ_PERCENTS,
  SECONDS_STEPS,
} from '@longhand/contract/statistics/statistics-names';
import type { SourceKind, ViewCounts, VisitsTable } from '../database/tables.ts';
import { type End, MAX_SECONDS, type Reading, type ReportedSubscribers, stepOf } from './beacon.ts';

export type CountedPost = { readonly id: string; readonly title: string; readonly slug: string };

/** Both are hashes with the key of the day. */
export type Visitor = { readonly visitor: string; readonly network: string };

export type ViewEvent = Visitor &
  (
    | {
        readonly what: 'view';
        /** Null for a page that is no post. */
        readonly post: CountedPost | null;
        readonly device: Device;
        readonly referrer: string | null;
        readonly language: string | null;
      }
    | ({ readonly what: 'end'; readonly post: CountedPost } & End)
    | { readonly what: 'feed'; readonly reported: ReportedSubscribers | null }
  );

/** In `post_id` and `page`: all public pages together. */
export const WHOLE_SITE = '';
/** In `page`: any of the feeds. */
export const FEED_PAGE = 'feed';

/** One visitor has at most so many on one day. */
export const MAX_VIEWS = 500;
/** A day has at most so many rows: invented visitors must fill neither the disk nor the table for all others. */
export const MAX_VISITS = 500_000;
export const MAX_VISITS_OF_NETWORK = 5_000;
export const MAX_NAMES: Readonly<Record<SourceKind, number>> = { referrer: 200, language: 100 };
/** A day has at most so many rows for single posts, beside one that says `other` for each. */
export const MAX_POST_SOURCES = 10_000;
const MAX_READERS = 50;

type Visit = Omit<VisitsTable, 'day'>;
type Source = { readonly post_id: string; readonly kind: SourceKind; readonly name: string };

/** What is stored of a day already, as far as the events touch it. */
export type StoredDay = {
  readonly visits: readonly Visit[];
  readonly visitCount: number;
  readonly visitsOfNetworks: ReadonlyMap<string, number>;
  readonly sources: readonly Source[];
  readonly postSourceCount: number;
  readonly readers: readonly ReportedSubscribers[];
};

export type Additions = {
  readonly visits: readonly Visit[];
  readonly days: ReadonlyMap<string, ViewCounts>;
  readonly sources: readonly (Source & { readonly views: number })[];
  readonly posts: readonly CountedPost[];
  readonly readers: readonly ReportedSubscribers[];
  readonly visitCount: number;
  readonly postSourceCount: number;
};

const keyOf = (...parts: readonly string[]) => parts.join('\n');

/** The counts of a view's device and of its end, by their columns. */
export const VIEW_PARTS = [
  ...DEVICES,
  ...READ_PERCENTS.map((percent) => `percent_${percent}` as const),
  ...SECONDS_STEPS.map((seconds) => `seconds_${seconds}` as const),
];

export function noCounts(): ViewCounts {
  const names = ['views', 'visitors', 'feed_fetchers', ...VIEW_PARTS];
  return Object.fromEntries(names.map((name) => [name, 0])) as ViewCounts;
}

const NOTHING_SEEN = { views: 0, ends: 0, percent: 0, seconds: 0 };

/** A visitor's rows, of which a day and a network can have so many. */
function openVisits(stored: StoredDay) {
  const known = new Map(stored.visits.map((visit) => [keyOf(visit.visitor, visit.page), visit]));
  const ofNetworks = new Map(stored.visitsOfNetworks);
  const changed = new Map<string, Visit>();
  let count = stored.visitCount;
  return {
    changed,
    get count() {
      return count;
    },
    /** Undefined if there is no room for it. */
    open({ visitor, network }: Visitor, page: string): Visit | undefined {
      const key = keyOf(visitor, page);
      const existing = changed.get(key) ?? known.get(key);
      const ofNetwork = ofNetworks.get(network) ?? 0;
      if (!existing) {
        if (count >= MAX_VISITS || ofNetwork >= MAX_VISITS_OF_NETWORK) return undefined;
        count += 1;
        ofNetworks.set(network, ofNetwork + 1);
      }
      const visit = { visitor, page, network, ...NOTHING_SEEN, ...existing };
      changed.set(key, visit);
      return visit;
    },
    has: ({ visitor }: Visitor, page: string) =>
      changed.has(keyOf(visitor, page)) || known.has(keyOf(visitor, page)),
  };
}

/** The names of a day: what is beyond their limit is `other`. */
function openSources(stored: StoredDay) {
  const known = new Set(
    stored.sources.map(({ post_id, kind, name }) => keyOf(post_id, kind, name)),
  );
  const names = { referrer: 0, language: 0 };
  for (const { post_id, kind, name } of stored.sources)
    if (post_id === WHOLE_SITE && name !== OTHER) names[kind] += 1;
  const added = new Map<string, Source & { views: number }>();
  let ofPosts = stored.postSourceCount;

  function add(post_id: string, kind: SourceKind, name: string): void {
    const key = keyOf(post_id, kind, name);
    const views = (added.get(key)?.views ?? 0) + 1;
    added.set(key, { post_id, kind, name, views });
  }

  function admit(post_id: string, kind: SourceKind, name: string): boolean {
    const key = keyOf(post_id, kind, name);
    if (known.has(key)) return true;
    const isSite = post_id === WHOLE_SITE;
    if (isSite ? names[kind] >= MAX_NAMES[kind] : ofPosts >= MAX_POST_SOURCES) return false;
    if (isSite) names[kind] += 1;
    else ofPosts += 1;
    known.add(key);
    return true;
  }

  return {
    added,
    get ofPosts() {
      return ofPosts;
    },
    count(post: CountedPost | null, kind: SourceKind, name: string | null): void {
      if (name === null) return;
      const listed = admit(WHOLE_SITE, kind, name) ? name : OTHER;
      add(WHOLE_SITE, kind, listed);
      if (!post) return;
      const isListed = listed !== OTHER && admit(post.id, kind, listed);
      add(post.id, kind, isListed ? listed : OTHER);
    },
  };
}

/** Says what to add to the sums of a day. The events are those of one day, in their order. */
export function account(events: readonly ViewEvent[], stored: StoredDay): Additions {
  const visits = openVisits(stored);
  const sources = openSources(stored);
  const days = new Map<string, ViewCounts>();
  const posts = new Map<string, CountedPost>();
  const readers = new Map(stored.readers.map((reported) => [reported.reader, reported]));

  function countsOf(post_id: string): ViewCounts {
    const counts = days.get(post_id) ?? noCounts();
    days.set(post_id, counts);
    return counts;
  }

  function view(event: ViewEvent & { what: 'view' }): void {
    const { post, device, referrer, language } = event;
    const ofSite = visits.open(event, WHOLE_SITE);
    if (!ofSite || ofSite.views >= MAX_VIEWS) return;
    const ofPost = post && visits.open(event, post.id);
    if (ofPost === undefined) return;
    for (const visit of [ofSite, ofPost]) {
      if (!visit) continue;
      const counts = countsOf(visit.page);
      counts.views += 1;
      counts[device] += 1;
      if (visit.views === 0) counts.visitors += 1;
      visit.views += 1;
    }
    if (post) posts.set(post.id, post);
    sources.count(post, 'referrer', referrer);
    sources.count(post, 'language', language);
  }

  function addReading(page: string, { percent, seconds }: Reading, by: 1 | -1): void {
    for (const counts of [countsOf(WHOLE_SITE), countsOf(page)]) {
      counts[`percent_${READ_PERCENTS[percent] ?? 0}`] += by;
      counts[`seconds_${SECONDS_STEPS[stepOf(SECONDS_STEPS, seconds)] ?? 0}`] += by;
    }
  }

  /**
   * A page reports its end whenever it is hidden, because it may not come back. If it does, it goes on with that end. There
   * are no more ends than views: what exceeds them goes on with the last one, too.
   */
  function end(event: ViewEvent & { what: 'end' }): void {
    const { post, reading, goesOn: hasEnded } = event;
    if (!visits.has(event, post.id)) return;
    const visit = visits.open(event, post.id);
    if (!visit || visit.views === 0) return;
    const goesOn = visit.ends >= visit.views || (hasEnded && visit.ends > 0);
    const last = { percent: visit.percent, seconds: visit.seconds };
    const reached = goesOn
      ? {
          percent: Math.max(last.percent, reading.percent),
          // Each message has the first second of the view in its time.
          seconds: Math.min(last.seconds + reading.seconds - 1, MAX_SECONDS),
        }
      : reading;
    if (goesOn) addReading(post.id, last, -1);
    else visit.ends += 1;
    addReading(post.id, reached, 1);
    Object.assign(visit, reached);
  }

  function feed(event: ViewEvent & { what: 'feed' }): void {
    const visit = visits.open(event, FEED_PAGE);
    if (!visit) return;
    if (visit.views === 0) countsOf(WHOLE_SITE).feed_fetchers += 1;
    visit.views = 1;
    const { reported } = event;
    if (!reported) return;
    const { reader, subscribers } = reported;
    if (!readers.has(reader) && readers.size >= MAX_READERS) return;
    const before = readers.get(reader)?.subscribers ?? 0;
    readers.set(reader, { reader, subscribers: Math.max(before, subscribers) });
  }

  for (const event of events) {
    if (event.what === 'view') view(event);
    else if (event.what === 'end') end(event);
    else feed(event);
  }
  return {
    visits: [...visits.changed.values()],
    days,
    sources: [...sources.added.values()],
    posts: [...posts.values()],
    readers: [...readers.values()],
    visitCount: visits.count - stored.visitCount,
    postSourceCount: sources.ofPosts - stored.postSourceCount,
  };
}
