import { accountCalls } from './account-calls.ts';
import { eventCalls } from './event-calls.ts';
import { factorCalls } from './factor-calls.ts';
import { imageCalls } from './image-calls.ts';
import { importCalls } from './import-calls.ts';
import { newsletterCalls } from './newsletter-calls.ts';
import { pageCalls } from './page-calls.ts';
import { postCalls } from './post-calls.ts';
import { redirectCalls } from './redirect-calls.ts';
import { siteCalls } from './site-calls.ts';
import { statisticsCalls } from './statistics-calls.ts';
import { createCopyCalls } from './working-copy-calls.ts';

export const adminApi = {
  ...postCalls,
  ...pageCalls,
  ...siteCalls,
  ...redirectCalls,
  ...importCalls,
  ...newsletterCalls,
  ...accountCalls,
  ...eventCalls,
  ...factorCalls,
  ...imageCalls,
  ...statisticsCalls,
  postCopies: createCopyCalls('/admin/working-copies'),
  pageCopies: createCopyCalls('/admin/page-working-copies'),
};
