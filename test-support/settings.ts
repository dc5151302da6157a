export type BenchSettings = {
  readonly wrk: string;
  readonly nginx: string;
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly loadSeconds: number;
  readonly updates: number;
  readonly sizes: readonly number[];
  readonly crawled: number;
};

type Lengths = Omit<BenchSettings, 'wrk' | 'nginx'>;

export const FULL: Lengths = {
  rounds: 3,
  warmUpSeconds: 2,
  loadSeconds: 8,
  updates: 60,
  sizes: [100, 1_000, 10_000],
  crawled: 2_000,
};

/** Shows that the bench works; too short for meaningful results. */
export const QUICK: Lengths = {
  rounds: 1,
  warmUpSeconds: 1,
  loadSeconds: 2,
  updates: 10,
  sizes: [100, 1_000],
  crawled: 200,
};

export function progress(message: string): void {
  console.error(`  ${message} …`);
}
