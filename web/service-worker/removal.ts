import { removeCaches } from './remove-caches.ts';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) =>
  event.waitUntil(removeCaches().finally(() => self.registration.unregister())),
);
