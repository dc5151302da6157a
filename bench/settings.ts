const FULL = {
  rounds: 3,
  warmUpSeconds: 2,
  loadSeconds: 8,
  updates: 60,
  sizes: [100, 1_000, 10_000],
  crawled: 2_000,
  /** How often a browser loads each page. */
  visits: 5,
  /** Rounds in which two checkouts are compared. */
  comparisons: 9,
};

const QUICK: typeof FULL = {
  rounds: 1,
  warmUpSeconds: 1,
  loadSeconds: 2,
  updates: 10,
  sizes: [100, 1_000],
  crawled: 200,
  visits: 1,
  comparisons: 1,
};

/** Shows that the bench works; too short for meaningful results. */
export const IS_QUICK = process.argv.includes('--quick');

export const SETTINGS = IS_QUICK ? QUICK : FULL;
