/** The class of the line above a copy that the service worker shows in place of the page. */
export const SAVED_COPY_CLASS = 'saved-copy';
