import { LRUCache } from 'lru-cache';
import {
  type CachedResponse,
  createCachedResponse,
  type ResponseContent,
} from './cached-response.ts';
import type { ContentRevision } from './content-revision.ts';

const MAX_BYTES = 24 * 1024 * 1024;
/** One answer must not push out all others. The list of a medium blog is several megabytes. */
const LARGEST_SHARE = 1 / 2;
/** The year in the footer changes without anybody changing anything. */
const MAX_AGE_MS = 3_600_000;
/** What is asked for again after so long is worth the trouble of packing it well. */
const IMPROVE_AFTER_MS = 2_000;

type Options = {
  readonly revision: ContentRevision;
  readonly maxBytes?: number;
  /**
   * How long others may still answer with what was before a change. What is made of their answers
   * in that time is not kept: it could be old, and would stay so until the next change.
   */
  readonly othersLagMs?: number;
};

/** Answers as bytes: made once for each address and each change of the content. */
export function createResponseCache(options: Options) {
  const { revision, maxBytes = MAX_BYTES, othersLagMs = 0 } = options;
  const answers = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(bytes, 1),
  });
  let making = new Map<string, Promise<CachedResponse>>();
  let madeFor: number | undefined;
  let settledAt = Number.NEGATIVE_INFINITY;
  let improving = false;

  /** Forgets what was made for another state of the content. */
  function settle(number: number): void {
    if (number === madeFor) return;
    // The very first number says nothing of a change.
    if (madeFor !== undefined) settledAt = Date.now();
    madeFor = number;
    answers.clear();
    making = new Map();
  }

  /** One at a time; another gets its turn when it is asked for again. */
  function improve(answer: CachedResponse): void {
    if (improving) return;
    improving = true;
    answer
      .improve()
      .catch(() => {})
      .finally(() => {
        improving = false;
      });
  }

  function find(key: string): CachedResponse | undefined {
    const answer = answers.get(key);
    if (!answer) return undefined;
    const age = Date.now() - answer.madeAt;
    if (age > MAX_AGE_MS) {
      answers.delete(key);
      return undefined;
    }
    if (age > IMPROVE_AFTER_MS && answer.isImprovable) improve(answer);
    return answer;
  }

  async function make(key: string, number: number, maker: () => Promise<ResponseContent>) {
    const begun = Date.now();
    const made = await maker();
    const answer = createCachedResponse(made, () => {
      if (answers.peek(key) !== answer) return;
      // Only what is new is measured.
      answers.delete(key);
      answers.set(key, answer);
    });
    const isSettled = number === madeFor && begun - settledAt >= othersLagMs;
    if (made.keep && isSettled && answer.bytes <= maxBytes * LARGEST_SHARE)
      answers.set(key, answer);
    return answer;
  }

  return {
    /** What is kept, if it is certain to be what would be made now. */
    peek(key: string): CachedResponse | undefined {
      const number = revision.known();
      if (number === undefined) return undefined;
      settle(number);
      return find(key);
    },

    /** What is kept, or what `maker` makes; once, however many ask at the same time. */
    async get(key: string, maker: () => Promise<ResponseContent>): Promise<CachedResponse> {
      const number = await revision.current().catch(() => undefined);
      // Nobody knows how old anything is: then it is made for this one request.
      if (number === undefined) return createCachedResponse(await maker());
      settle(number);
      const begun = find(key) ?? making.get(key);
      if (begun) return begun;
      const now = making;
      const answer = make(key, number, maker).finally(() => now.delete(key));
      now.set(key, answer);
      return answer;
    },

    /** For whoever has just changed something: from now on, nothing older is sent. */
    async refresh(): Promise<void> {
      try {
        settle(await revision.look());
      } catch {
        // The change is made all the same. Nothing is sent that was made before it.
        revision.forget();
      }
    },

    get bytes() {
      return answers.calculatedSize;
    },
  };
}

export type ResponseCache = ReturnType<typeof createResponseCache>;
