import { notFound, ProblemError } from '../http/problem.ts';
import type { DocumentKind } from './document-kinds.ts';

type Name = DocumentKind['name'];

export function noSuchDocument(name: Name): ProblemError {
  return notFound(`There is no ${name} with this id. It may have been deleted.`);
}

export function invalidDocument(name: Name, field: string, message: string): ProblemError {
  return new ProblemError('invalid-input', `The ${name} is not valid: ${field} ${message}.`, {
    errors: { [field]: [message] },
  });
}

/** Fails with an edit conflict if the edited version is not the current one. */
export function expectVersion(name: Name, edited: number | undefined, current: number): void {
  if (edited === undefined || edited === current) return;
  throw new ProblemError(
    'edit-conflict',
    `You edited version ${edited}; the ${name} is at version ${current} now. Nothing was overwritten.`,
  );
}
