/** Entry point for the command line and the server. */

export { createAdminTokens } from './admin-tokens.ts';
export { createAuthService } from './auth.service.ts';
export { generatePassword, validatePassword } from './passwords.ts';
