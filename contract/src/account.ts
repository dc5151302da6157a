import { z } from 'zod';
import { PASSWORD_LENGTH } from './limits.ts';
import { namedInput, namedObject } from './named-schemas.ts';
import { timestamp } from './posts/posts.ts';
import { code, secondFactor } from './second-factor.ts';
import { text } from './text/text.ts';

export const loginInput = namedInput('Login', {
  username: text(200).min(1),
  password: text(1_000).min(1),
  code: code.optional(),
});

export const loginResponse = namedObject('Session', { access_token: z.string() });

export const software = namedObject('Software', {
  version: z.string(),
  commit: z
    .string()
    .nullable()
    .describe('Of the source; null if this is neither a release nor a checkout.'),
});

export const editorView = z.enum(['visual', 'html']).meta({ id: 'EditorView' });

export type EditorView = z.infer<typeof editorView>;

export const account = namedObject('Account', {
  username: z.string(),
  editor_view: editorView
    .nullable()
    .describe('The view in which the post editor opens; null until one is chosen.'),
  password_locked_by: z
    .enum(['ADMIN_PASSWORD', 'ADMIN_PASSWORD_FILE'])
    .nullable()
    .describe('The environment variable that sets the password; null if it can be changed here.'),
  second_factor: secondFactor,
  software,
});

export type Account = z.infer<typeof account>;

export const accountInput = namedInput('AccountChange', {
  editor_view: account.shape.editor_view.optional(),
});

export type AccountInput = z.infer<typeof accountInput>;

export const passwordInput = namedInput('PasswordChange', {
  old_password: text(PASSWORD_LENGTH.max).min(1),
  new_password: text(PASSWORD_LENGTH.max),
});

export type PasswordInput = z.infer<typeof passwordInput>;

/** The id of a session is the start of its token's hash. */
export const SESSION_ID_LENGTH = 32;

export const sessionId = z
  .string()
  .regex(new RegExp(`^[0-9a-f]{${SESSION_ID_LENGTH}}$`), 'must be the id of a session')
  .meta({ id: 'SessionId' });

export const activeSession = namedObject('ActiveSession', {
  id: sessionId,
  user_agent: z.string().nullable().describe('The browser’s user agent at login.'),
  address: z.string().nullable().describe('The address it was last used from; null if unknown.'),
  created_at: timestamp,
  last_used_at: timestamp.nullable().describe('To the minute.'),
  is_current: z.boolean().describe('True for the session of this request.'),
});

export type ActiveSession = z.infer<typeof activeSession>;

export const FIRST_STEPS = [
  'name_site',
  'own_address',
  'newsletter',
  'write_about',
  'remove_samples',
  'choose_view',
  'write_post',
  'make_backups',
  'statistics',
] as const;

export type FirstStep = (typeof FIRST_STEPS)[number];

export const firstSteps = namedObject('FirstSteps', {
  steps: z.array(z.object({ name: z.enum(FIRST_STEPS), done: z.boolean() })),
  dismissed: z.boolean(),
});

export type FirstSteps = z.infer<typeof firstSteps>;

export const removedSamples = namedObject('RemovedSamples', {
  removed: z.array(z.uuid()).describe('Moved to the trash.'),
  kept: z.int(),
});

export type RemovedSamples = z.infer<typeof removedSamples>;
