import type { AdminTokens } from '@longhand/response-cache';
import { bearerToken, isLoggedIn } from '../http/session.ts';
import type { AuthService } from './auth.service.ts';

export { createAuthService } from './auth.service.ts';
export { generatePassword, validatePassword } from './passwords.ts';

/** The administrator's requests have priority when the server is busy. */
export function createAdminTokens(auth: AuthService): AdminTokens {
  return {
    isKnown(request) {
      const token = bearerToken(request);
      return token === undefined ? undefined : auth.isTokenKnown(token);
    },
    check: (request) => isLoggedIn(request, auth.findAccess),
  };
}
