import type { AdminTokens } from '@longhand/response-cache';
import { bearerToken, isLoggedIn } from '../http/session.ts';
import type { AuthService } from './auth.service.ts';

/** Who waits in the owner's line when there is much to do. */
export function createAdminTokens(auth: AuthService): AdminTokens {
  return {
    isKnown(request) {
      const token = bearerToken(request);
      return token === undefined ? undefined : auth.isKnown(token);
    },
    check: (request) => isLoggedIn(request, auth.authenticate),
  };
}
