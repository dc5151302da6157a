import { z } from 'zod';

/** The code is the last part of the problem's `type`. */
export const PROBLEMS = {
  'malformed-request': { status: 400, title: 'The request could not be understood' },
  'invalid-input': { status: 400, title: 'Some of the input is not valid' },
  'not-logged-in': { status: 401, title: 'You are not logged in' },
  'invalid-credentials': { status: 401, title: 'Invalid username or password' },
  'wrong-password': { status: 403, title: 'The old password is wrong' },
  'wrong-credentials': { status: 403, title: 'The password or the code is wrong' },
  'insufficient-scope': { status: 403, title: 'This API token may not do this' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'This address does not support that method' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'edit-conflict': { status: 409, title: 'Edit conflict' },
  'mail-not-set-up': { status: 409, title: 'Email is not set up' },
  'post-not-public': { status: 409, title: 'This post is not public' },
  'post-sent': { status: 409, title: 'This post has already been sent' },
  'mailing-ended': { status: 409, title: 'This mailing has ended' },
  'subscriber-ended': { status: 409, title: 'This address has unsubscribed or bounced' },
  'precondition-failed': { status: 412, title: 'Precondition failed' },
  'too-large': { status: 413, title: 'Too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported content type' },
  'not-an-image': { status: 415, title: 'Not a supported image' },
  'range-not-satisfiable': { status: 416, title: 'Range not satisfiable' },
  'idempotency-key-reused': { status: 422, title: 'This key was already used for another post' },
  'too-many-requests': { status: 429, title: 'Too many attempts' },
  'headers-too-large': { status: 431, title: 'The request headers are too large' },
  'internal-error': { status: 500, title: 'Something went wrong on the server' },
  'mail-refused': { status: 502, title: 'The email was not sent' },
  unavailable: { status: 503, title: 'The server cannot answer right now' },
  'insufficient-storage': { status: 507, title: 'The server is out of disk space' },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

export const FieldErrors = z.record(z.string(), z.array(z.string()));
export type FieldErrors = z.infer<typeof FieldErrors>;

export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: FieldErrors.optional(),
    post_id: z
      .string()
      .optional()
      .describe('With `idempotency-key-reused`: the post that was created with the key.'),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Problem', description: 'What went wrong, as RFC 9457 describes it.' });

export type Problem = z.infer<typeof problem>;

export function problemType(code: ProblemCode): string {
  return `urn:longhand:problem:${code}`;
}
