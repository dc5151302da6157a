// Separate from the schemas, so that the browser does not load zod.

export const NEWSLETTER_PATH = '/newsletter';

/** The link of a confirmation mail leads to a page with a button. */
export const confirmPath = (token: string) => `${NEWSLETTER_PATH}/confirm/${token}`;

/** Every mail has this link. It leads to a page with a button, and mail programs POST to it. */
export const unsubscribePath = (token: string) => `${NEWSLETTER_PATH}/leave/${token}`;

/** This and the next paths are below `/api`. GET returns the state, POST changes it. */
export const SIGNUP_CALL = '/newsletter';

export const confirmationCall = (token: string) => `/newsletter/confirmations/${token}`;

export const subscriptionCall = (token: string) => `/newsletter/subscriptions/${token}`;
