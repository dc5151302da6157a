import { ADDRESSES } from './addresses.ts';
import { HANDLERS, SCRIPTS } from './elements.ts';
import { BREAK_OUTS, CLOBBERING, MUTATIONS } from './mutations.ts';

/** `js` is the script, `url` the address of the same script. The classes are from OWASP's XSS filter evasion cheat sheet. */
export type Vector = (js: string, url: string) => string;

export const VECTORS: readonly Vector[] = [
  ...SCRIPTS,
  ...HANDLERS,
  ...ADDRESSES,
  ...MUTATIONS,
  ...BREAK_OUTS,
  ...CLOBBERING,
];
