import { MAX_PAGES } from '@longhand/contract/page-addresses';
import { ProblemError } from '../http/problem.ts';

export function tooManyPages(): ProblemError {
  return new ProblemError(
    'invalid-input',
    `You have reached the limit of ${MAX_PAGES} pages. Delete one that you no longer need first.`,
  );
}

export function cannotBeDeleted(title: string): ProblemError {
  return new ProblemError(
    'invalid-input',
    `The page ${title} cannot be deleted; it can be hidden from the header.`,
  );
}
