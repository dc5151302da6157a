/** For tests that do not depend on the viewport, or set their own. */
export const ONCE = { tag: '@once' } as const;

/** For touch input and a phone's slow connection. */
export const ON_A_PHONE = { tag: '@phone' } as const;

/** The second theme at one width only: colours do not depend on it. */
export const THEMES = [
  ['light', {}],
  ['dark', ONCE],
] as const;
