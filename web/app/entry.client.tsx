import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

// From here on React handles what the reader does; see web/inline/.
document.documentElement.dataset.scripts = 'started';

// As a transition, which React does in short tasks.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
