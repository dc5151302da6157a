import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  // The whole site map is small: sent once, so that no navigation asks for a part of it.
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: false,
} satisfies Config;
