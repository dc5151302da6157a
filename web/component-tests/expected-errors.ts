// Apart from setup.ts, which Vitest loads as a module of its own.

const expected: RegExp[] = [];

/** For console errors and warnings that the test provokes. */
export function expectConsoleError(text: RegExp): void {
  expected.push(text);
}

export function isExpected(text: string): boolean {
  return expected.some((pattern) => pattern.test(text));
}

export function forgetExpected(): void {
  expected.length = 0;
}
