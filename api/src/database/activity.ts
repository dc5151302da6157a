import { createHistogram } from '@longhand/response-cache';

const SECONDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

export type Connections = {
  readonly used: number;
  readonly idle: number;
  readonly waiting?: number;
};

export function createDatabaseActivity() {
  return {
    /** Durations of the queries, in seconds. */
    durations: createHistogram(SECONDS),
    failed: 0,
    connections: (): Connections => ({ used: 0, idle: 0 }),
  };
}

export type DatabaseActivity = ReturnType<typeof createDatabaseActivity>;
