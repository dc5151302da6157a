import { z } from 'zod';
import { PASSWORD_LENGTH } from './limits.ts';
import { timestamp } from './posts.ts';
import { text } from './text.ts';

/** What is running. */
export const software = z
  .object({
    version: z.string(),
    commit: z
      .string()
      .nullable()
      .describe('Of the source; null if this is neither a release nor a checkout.'),
  })
  .meta({ id: 'Software' });

/** The view that an administrator writes posts in. */
export const editorView = z.enum(['visual', 'html']).meta({ id: 'EditorView' });

export type EditorView = z.infer<typeof editorView>;

export const account = z
  .object({
    username: z.string(),
    editor_view: editorView
      .nullable()
      .describe('The view in which the post editor opens; null until one is chosen.'),
    password_locked_by: z
      .literal('ADMIN_PASSWORD')
      .nullable()
      .describe('The environment variable that sets the password; null if it can be changed here.'),
    software,
  })
  .meta({ id: 'Account' });

export type Account = z.infer<typeof account>;

export const accountInput = z
  .strictObject({ editor_view: account.shape.editor_view.optional() })
  .meta({ id: 'AccountChange' });

export type AccountInput = z.infer<typeof accountInput>;

export const passwordInput = z
  .strictObject({
    old_password: text(PASSWORD_LENGTH.max).min(1),
    new_password: text(PASSWORD_LENGTH.max),
  })
  .meta({ id: 'PasswordChange' });

export type PasswordInput = z.infer<typeof passwordInput>;

/** How many characters of the hash of its token are the id of a session. */
export const SESSION_ID_LENGTH = 32;

export const sessionId = z
  .string()
  .regex(new RegExp(`^[0-9a-f]{${SESSION_ID_LENGTH}}$`), 'must be the id of a session')
  .meta({ id: 'SessionId' });

export const activeSession = z
  .object({
    id: sessionId,
    user_agent: z.string().nullable().describe('The browser’s user agent at login.'),
    address: z.string().nullable().describe('The address it was last used from; null if unknown.'),
    created_at: timestamp,
    last_used_at: timestamp.nullable().describe('To the minute.'),
    is_current: z.boolean().describe('True for the session of this request.'),
  })
  .meta({ id: 'ActiveSession' });

export type ActiveSession = z.infer<typeof activeSession>;

/** What a new owner has not done yet. */
export const FIRST_STEPS = [
  'name_site',
  'own_address',
  'newsletter',
  'write_about',
  'remove_samples',
  'choose_view',
  'write_post',
  'make_backups',
] as const;

export type FirstStep = (typeof FIRST_STEPS)[number];

export const firstSteps = z
  .object({
    steps: z.array(z.object({ name: z.enum(FIRST_STEPS), done: z.boolean() })),
    dismissed: z.boolean(),
  })
  .meta({ id: 'FirstSteps' });

export type FirstSteps = z.infer<typeof firstSteps>;

export const removedSamples = z
  .object({ removed: z.array(z.uuid()).describe('Moved to the trash.'), kept: z.int() })
  .meta({ id: 'RemovedSamples' });

export type RemovedSamples = z.infer<typeof removedSamples>;
