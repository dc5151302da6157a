/** Injected, so that tests can set the time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export function daysBefore(time: Date, days: number): Date {
  return new Date(time.getTime() - days * DAY_MS);
}
