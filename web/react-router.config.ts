import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // The manifest of all routes is small: sent once, so that no navigation requests a part of it.
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
} satisfies Config;
