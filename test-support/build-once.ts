import { ensureBuilt } from '../web/server/build-stamp.ts';

/** Builds before the tests, so that they do not build concurrently. */
export default function setup(): void {
  ensureBuilt(console.log);
}
