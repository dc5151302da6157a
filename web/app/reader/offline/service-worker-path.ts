/** At the root: a service worker is for the folder that its script is in. */
export const SERVICE_WORKER_PATH = '/service-worker.js';
