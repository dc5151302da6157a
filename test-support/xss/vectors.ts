import { ADDRESSES } from './addresses.ts';
import { HANDLERS, SCRIPTS } from './elements.ts';
import { BREAK_OUTS, CLOBBERING, MUTATIONS } from './mutations.ts';

/**
 * A way to have something run: `js` is the program, `url` where a script that does the same lies.
 * After the classes of OWASP's cheat sheet on evading filters, in words of our own.
 */
export type Vector = (js: string, url: string) => string;

export const VECTORS: readonly Vector[] = [
  ...SCRIPTS,
  ...HANDLERS,
  ...ADDRESSES,
  ...MUTATIONS,
  ...BREAK_OUTS,
  ...CLOBBERING,
];
