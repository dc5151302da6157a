export { type KeptAnswer, type Made, makeAnswer } from './answer.ts';
export { type FrontLog, putInFront } from './front.ts';
export { createKeptAnswers, type KeptAnswers } from './kept-answers.ts';
export { createRevision, type Revision } from './revision.ts';
export { addVary, packPayload, sendAnswer, sendStream } from './send.ts';
export { pathOfTarget } from './target.ts';
