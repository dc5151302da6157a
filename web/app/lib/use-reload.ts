import { useState } from 'react';

type Reloaded<Data> = { readonly first: Data; readonly data: Data; readonly attempt: number };

/** What the loader has returned, how often it was loaded again here, and a function that does so. */
export function useReload<Data>(
  first: Data,
  load: () => Data,
): [data: Data, attempt: number, reload: () => void] {
  const [again, setAgain] = useState<Reloaded<Data>>();
  const { data, attempt } = again?.first === first ? again : { data: first, attempt: 0 };
  const reload = () => {
    setAgain({ first, data: load(), attempt: attempt + 1 });
    // The button that was pressed goes.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return [data, attempt, reload];
}
