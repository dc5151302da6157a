/** What the command line may do with the administrator's password, and the server with sessions. */
export { createAuthService } from './auth.service.ts';
export { ownersOf } from './owners.ts';
export { generatePassword, passwordMistake } from './passwords.ts';
