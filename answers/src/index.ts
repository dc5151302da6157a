export type { Owners, Refuse } from './admission.ts';
export { type Headers, type KeptAnswer, type Made, makeAnswer } from './answer.ts';
export { limitAtOnce } from './at-once.ts';
export { type FrontLog, putInFront } from './front.ts';
export { createKeptAnswers, type KeptAnswers } from './kept-answers.ts';
export { beginToLeave, isLeaving } from './leaving.ts';
export { sayWhenToRetry } from './retry-after.ts';
export { createRevision, type Revision } from './revision.ts';
export {
  NOTHING_ALLOWED,
  SHOWN_ANYWHERE,
  safetyHeaders,
  setSafetyHeaders,
} from './safety-headers.ts';
export { addVary, packPayload, sendAnswer, sendStream } from './send.ts';
export { type SentencePage, sentencePage } from './sentence-page.ts';
export { createStreams } from './streams.ts';
export { pathOfTarget } from './target.ts';
export { wholeSize } from './whole-size.ts';
export { REQUEST_ID_HEADER } from './wire.ts';
