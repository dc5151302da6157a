import { z } from 'zod';
import { namedInput, namedObject } from './named-schemas.ts';
import { timestamp } from './posts/posts.ts';
import { confirmationFields } from './second-factor.ts';
import { line } from './text/text.ts';

/** Each may do what the ones before it may. */
export const TOKEN_SCOPES = ['read', 'write', 'publish'] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const MAX_TOKEN_YEARS = 10;

export const apiToken = namedObject('ApiToken', {
  id: z.uuid(),
  name: z.string(),
  scope: z
    .enum(TOKEN_SCOPES)
    .describe(
      '`read`: calls that change nothing. `write`: also those that change nothing that readers see, now or later. `publish`: also those.',
    ),
  expires_at: timestamp.nullable().describe('Null for a token that does not end by itself.'),
  created_at: timestamp,
  last_used_at: timestamp.nullable().describe('To the minute; null if it was never used.'),
});

export type ApiToken = z.infer<typeof apiToken>;

export const newApiToken = apiToken
  .extend({ token: z.string().describe('Never shown again.') })
  .meta({ id: 'NewApiToken' });

export type NewApiToken = z.infer<typeof newApiToken>;

export const apiTokenInput = namedInput('ApiTokenCreation', {
  name: line(100),
  scope: z.enum(TOKEN_SCOPES),
  expires_at: z.iso
    .datetime({ offset: true, error: 'must be a date and time like 2027-11-16T08:00:00Z, or null' })
    .nullable()
    .describe(`In the future, at most ${MAX_TOKEN_YEARS} years from now; null for no end.`),
  ...confirmationFields,
});

export type ApiTokenInput = z.infer<typeof apiTokenInput>;
