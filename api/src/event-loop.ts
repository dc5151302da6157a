import { setTimeout as wait } from 'node:timers/promises';

/** Requests wait at most this long while something long is worked off. */
const TURN_MS = 4;

let startedAt: number | undefined;

function msInTurn(): number {
  if (startedAt === undefined) {
    startedAt = performance.now();
    setImmediate(() => {
      startedAt = undefined;
    });
  }
  return performance.now() - startedAt;
}

/**
 * Work that never waits, such as that with SQLite, calls this often to find out whether others should have their turn.
 */
export function isTurnOver(): boolean {
  return msInTurn() >= TURN_MS;
}

/** If the turn is over, waits as long as one takes, so that half of the time is left for requests. */
export async function endLongTurn(): Promise<void> {
  if (isTurnOver()) await wait(TURN_MS);
}
