import type { Owners } from '@longhand/answers';
import { bearerToken, isLoggedIn } from '../http/session.ts';
import type { AuthService } from './auth.service.ts';

/** Who waits in the owner's line when there is much to do. */
export function ownersOf(auth: AuthService): Owners {
  return {
    isKnown(request) {
      const token = bearerToken(request);
      return token === undefined ? undefined : auth.isKnown(token);
    },
    check: (request) => isLoggedIn(request, auth.authenticate),
  };
}
