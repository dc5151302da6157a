import { accountCalls } from './api/account-calls.ts';
import { imageCalls } from './api/image-calls.ts';
import { pageCalls } from './api/page-calls.ts';
import { postCalls } from './api/post-calls.ts';
import { siteCalls } from './api/site-calls.ts';

/** Every call that needs a session. */
export const adminApi = {
  ...postCalls,
  ...pageCalls,
  ...siteCalls,
  ...accountCalls,
  ...imageCalls,
};
