import { ensureBuilt } from '../web/server/build-stamp.ts';

/** Before the tests that start the product, so that no two of them build it at once. */
export default function setup(): void {
  ensureBuilt(console.log);
}
