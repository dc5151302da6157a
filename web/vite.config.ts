import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // One sheet for all pages: one that arrived after a navigation would move what is there.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Two files, not one: a slow phone reads each without a pause long enough to be felt.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules/ },
          ],
        },
      },
    },
  },
});
