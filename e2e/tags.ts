/** For journeys through what no width changes, or at widths of their own. */
export const ONCE = { tag: '@once' } as const;

/** For journeys of the thumb, and of a phone's slow line. */
export const ON_A_PHONE = { tag: '@phone' } as const;
