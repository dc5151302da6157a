import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { className } from './class-names.ts';
import { fallbackFonts } from './fallback-fonts/plugin.ts';
import { placeholderColours } from './placeholder-colours.ts';
import { REACT_ROUTER_LIBRARIES } from './react-router-libraries.ts';

/** These modules of the contract are for the dashboard: readers do not load them. */
const FOR_THE_DASHBOARD =
  'bare-paragraphs|content-pictures|limits|page-addresses|post-fields|reading-time|video-address';

const LIBRARIES = ['react', 'router'];

/** Chromium compiles the functions of such a file in the background, and not when they are first called. */
const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad\n';

export default defineConfig({
  plugins: [placeholderColours(), fallbackFonts(), reactRouter()],
  // All libraries are found at the start: one that is found later makes the open page load again.
  optimizeDeps: {
    entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/**/*.tsx'],
    include: REACT_ROUTER_LIBRARIES,
  },
  css: { modules: { generateScopedName: className } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The transliteration tables for slugs, which only the editor loads.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // The first start builds, and its owner has no use for them.
      checks: { bundlerTimings: false },
      output: {
        postBanner: ({ name }) => (LIBRARIES.includes(name) ? COMPILE_AHEAD : ''),
        codeSplitting: {
          groups: [
            // Two files, so that a slow phone parses each without a noticeable pause.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // What loads code on demand: in the chunk of the shared modules, such code would load the
            // public stylesheet again, behind that of the admin pages.
            { name: 'preload', test: /vite\/preload-helper/ },
            // With the contract and the app's own functions, which code that is loaded on demand needs:
            // in one chunk with the components it would load the public stylesheet again, behind that of
            // the admin pages. Before what only editors need, so that readers do not load that chunk.
            // Without what only editors and the settings need.
            {
              name: 'router',
              test: new RegExp(
                `node_modules/(react-router|cookie-es)/|/contract/src/(?!words/|colours/(accent|colours|palette)|site/site-defaults|([a-z]+/)?(${FOR_THE_DASHBOARD})\\.)[^?]+$|/app/(lib|reader/(list|site|offline|ui))/(?!accent-style)[^/]+\\.ts$`,
              ),
              minShareCount: 3,
            },
            {
              name: 'admin-contract',
              test: new RegExp(`/contract/src/([a-z]+/)?(${FOR_THE_DASHBOARD})\\.ts$`),
              minShareCount: 2,
            },
            // What both editors share with code that they load on demand, for the same reason.
            {
              name: 'text',
              test: /\/app\/admin\/content\/(html|paste)\/[^/]+\.ts$/,
              minShareCount: 2,
            },
            // One stylesheet for all public pages: one that is loaded at a navigation would shift the
            // layout. Visitors do not load that of the admin pages.
            { name: 'admin-styles', test: /\/app\/admin\/.*\.css/ },
            // With what several public pages show: one request instead of a dozen.
            // And with the root, which compresses better beside it.
            {
              name: 'shared',
              test: /\.css|\/app\/(root\.tsx$|reader\/ui\/|reader\/site\/[^/]+\.tsx$|lib\/picture\.tsx$)/,
            },
            // What articles and pages need, and lists do not.
            { name: 'prose', test: /\/app\/reader\/article\/prose\/[^/]+\.tsx?$/ },
            // What several pages of the dashboard use: fewer requests for it, and fewer names in the list of
            // all files, which readers load.
            { name: 'admin', test: /\/app\/admin\/(ui|api)\/[^.]+\.ts$/, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
