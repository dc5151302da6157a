import { z } from 'zod';
import { text } from './text.ts';

export const loginInput = z
  .strictObject({
    username: text(200).min(1),
    password: text(1_000).min(1),
  })
  .meta({ id: 'Login' });

export const loginResponse = z.object({ access_token: z.string() }).meta({ id: 'Session' });
