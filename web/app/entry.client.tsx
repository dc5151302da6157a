import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadSentWords } from './reader/site/sent-words.ts';
import { SiteWords } from './reader/site/words.tsx';

// From here on React handles what the reader does; see web/inline/.
document.documentElement.dataset.scripts = 'started';

const words = await loadSentWords();

// As a transition, which React does in short tasks.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <SiteWords sent={words}>
        <HydratedRouter />
      </SiteWords>
    </StrictMode>,
  );
});
