type Known = readonly (readonly [pattern: RegExp, name: string])[];

/** The order matters: most browsers also name others that they are compatible with. */
const BROWSERS: Known = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: Known = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const UNKNOWN = 'Unknown browser';

function find(known: Known, userAgent: string): string | undefined {
  return known.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/** Returns for example 'Firefox on Linux'; the name of a program that is no browser, such as 'curl'. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null) return UNKNOWN;
  const system = find(SYSTEMS, userAgent);
  const browser = find(BROWSERS, userAgent);
  const program = /^(?!Mozilla\b)[\w.-]{1,40}(?=\/|$)/.exec(userAgent)?.[0];
  const name = browser ?? program ?? UNKNOWN;
  return system === undefined ? name : `${name} on ${system}`;
}
