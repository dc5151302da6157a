export const ABOUT_APP =
  'With an authenticator app, logging in also needs a code that your phone shows.';
export const APP_IS_ON = 'On. Logging in needs a code from your app.';
export const SCAN =
  'Scan this with your authenticator app, or type the key into it. Then enter the code that the app shows.';
export const APP_ADDED = 'The authenticator app is on. All other sessions have ended.';
export const APP_REMOVED = 'The authenticator app was removed. All other sessions have ended.';
export const ABOUT_PASSKEYS =
  'A passkey logs you in with your fingerprint, face, PIN or security key. It works only on this site’s own address.';
export const NO_PASSKEYS_HERE =
  'This browser cannot use passkeys, or the page was not opened over https.';
export const PASSKEY_ADDED = 'The passkey was added. All other sessions have ended.';
export const PASSKEY_REMOVED = 'The passkey was removed. All other sessions have ended.';
export const NO_CODES_YET =
  'If you lose your phone, a recovery code lets you in. You get ten when you set up an app or add a passkey.';
export const CODES_MADE =
  'Store these codes somewhere safe, like your password manager: they are shown only now. Each works once in place of a code.';
export const NEW_CODES_TITLE = 'Make new recovery codes';
export const NEW_CODES_EFFECT = 'The old codes stop working, and all other sessions end.';
export const CODE_HINT = 'From your authenticator app, or a recovery code.';
export const RECOVERY_CODE_HINT = 'A recovery code.';
export const COPY_FAILED =
  'The browser does not allow copying. Download the codes, or select them.';

export function codesLeft(count: number): string {
  if (count === 0) return 'None left. Make new ones, or losing your phone locks you out.';
  return `${count} left. Each works once in place of a code.`;
}

export const PASSKEY_CANCELLED =
  'No passkey was used: it was cancelled, or it took too long. You can try again.';
export const PASSKEY_EXISTS = 'This device already has a passkey for this site.';
export const PASSKEY_WRONG_ADDRESS =
  'Passkeys work only at the site’s own address. Open the dashboard there and try again.';
export const PASSKEY_BROKEN = 'The browser could not use a passkey. Try again, or use a code.';
export const PASSKEY_LOGIN_FAILED =
  'The passkey was not accepted. Try again, or log in with your password.';
