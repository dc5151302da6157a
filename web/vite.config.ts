import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { placeholderColours } from './placeholder-colours.ts';

export default defineConfig({
  plugins: [placeholderColours(), reactRouter()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The letters of every language, for addresses of posts: loaded by the editor where it needs them.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Two files, not one: a slow phone reads each without a pause long enough to be felt.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/(react-router|cookie-es)\// },
            // One sheet for visitors: one that came after a navigation would move what is there.
            // The administrator's own is none of theirs.
            { name: 'admin-styles', test: /\/admin\/[^/]*\.css/ },
            { name: 'styles', test: /\.css/ },
            // What several public pages share is small: one request, not a dozen.
            {
              name: 'shared',
              test: /\/(app\/(components|lib)|contract\/src)\/[^/]+$/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
});
