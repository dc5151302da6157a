import { ProblemError } from '../http/problem.ts';

/** Throws if there is a problem; each is said in a sentence that begins with the name. */
export function refuseSettings(
  problems: readonly (readonly [name: string, problem: string])[],
): void {
  if (problems.length === 0) return;
  const detail = problems.map(([name, problem]) => `${name} ${problem}.`).join(' ');
  const errors = Object.fromEntries(problems.map(([name, problem]) => [name, [problem]]));
  throw new ProblemError('invalid-input', detail, { errors });
}
