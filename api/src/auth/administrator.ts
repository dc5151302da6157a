/** What the command line may do with the administrator's password, and the server with sessions. */

export { createAdminTokens } from './admin-tokens.ts';
export { createAuthService } from './auth.service.ts';
export { generatePassword, validatePassword } from './passwords.ts';
