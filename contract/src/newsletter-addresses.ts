// Separate from the schemas, so that the browser does not load zod.

/** The page with the form, and with the answer to it. */
export const NEWSLETTER_PATH = '/newsletter';

/** The link of a confirmation mail: a page with a button. */
export const confirmPath = (token: string) => `${NEWSLETTER_PATH}/confirm/${token}`;

/** The link of every mail: a page with a button, and for mail programs an address to POST to. */
export const leavePath = (token: string) => `${NEWSLETTER_PATH}/leave/${token}`;

/** Below `/api`, as all of the next: GET tells the state, POST changes it. */
export const SIGNUP_CALL = '/newsletter';

export const confirmationCall = (token: string) => `/newsletter/confirmations/${token}`;

export const subscriptionCall = (token: string) => `/newsletter/subscriptions/${token}`;
