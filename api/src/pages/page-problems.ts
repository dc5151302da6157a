import { MAX_PAGES } from '@longhand/contract/page-addresses';
import { ProblemError } from '../http/problem.ts';

export function noSuchPage(): ProblemError {
  return new ProblemError('not-found', 'There is no page with this id. It may have been deleted.');
}

export function notInTrash(): ProblemError {
  return new ProblemError('not-found', 'There is no page with this id in the trash.');
}

export function invalidPage(field: string, message: string): ProblemError {
  return new ProblemError('invalid-input', `The page is not valid: ${field} ${message}.`, {
    errors: { [field]: [message] },
  });
}

export function tooManyPages(): ProblemError {
  return new ProblemError(
    'invalid-input',
    `There can be ${MAX_PAGES} pages, and there are as many. Delete one that is no longer needed first.`,
  );
}

export function cannotBeDeleted(title: string): ProblemError {
  return new ProblemError(
    'invalid-input',
    `The page ${title} cannot be deleted; it can be hidden from the header.`,
  );
}
