/** What the command line may do with the administrator's password. */
export { createAuthService } from './auth.service.ts';
export { generatePassword, passwordMistake } from './passwords.ts';
