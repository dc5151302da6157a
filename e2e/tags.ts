/** For journeys through what no width changes, or at widths of their own. */
export const ONCE = { tag: '@once' } as const;

/** For journeys of the thumb, and of a phone's slow line. */
export const ON_A_PHONE = { tag: '@phone' } as const;

/** For checks of every page in both: the second at one width, as no colour depends on it. */
export const THEMES = [
  ['light', {}],
  ['dark', ONCE],
] as const;
