/**
 * For layout, geometry and controls that depend on the width: on a laptop, and in
 * `npm run test:long` on a phone.
 */
export const ON_A_PHONE_TOO = { tag: '@phone-too' } as const;

/** For touch input and a phone's slow connection. */
export const ON_A_PHONE = { tag: '@phone-only' } as const;

/** Takes long, or shows what few changes can break: only in `npm run test:long`. */
export const LONG = { tag: '@long' } as const;

export const LONG_ON_A_PHONE_TOO = { tag: [LONG.tag, ON_A_PHONE_TOO.tag] };

/** Colours do not depend on the width: one theme is enough on a phone. */
export const THEMES = [
  ['light', LONG_ON_A_PHONE_TOO],
  ['dark', LONG],
] as const;
