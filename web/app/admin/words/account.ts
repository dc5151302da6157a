export const ABOUT_SESSIONS =
  'Where you are logged in. If you do not recognise a session, end it and change your password.';
export const SESSION_NOT_ENDED =
  'The session could not be ended. Check your connection and try again.';
export const PASSWORD_CHANGED = 'Password changed. All other sessions have ended.';
export const PASSWORD_UNREACHABLE =
  'The server could not be reached. Check your connection and try again. If the new password does not work, the old one still does.';
export const PASSWORD_FAILED =
  'Something went wrong on the server. The password was not changed. Please try again.';
export const LOG_OUT_QUESTION = 'Log out everywhere, including in this browser?';
