import { useRef, useState } from 'react';

export type Store<State, Action> = {
  /** The current state; the rendered one may be older. */
  readonly getState: () => State;
  readonly dispatch: (action: Action) => void;
};

/** Like useReducer, but the state can be read between two renders. */
export function useStore<State, Action>(
  reduce: (state: State, action: Action) => State,
  initialState: () => State,
): readonly [State, Store<State, Action>] {
  const [state, setState] = useState(initialState);
  const latest = useRef(state);
  const [store] = useState<Store<State, Action>>(() => ({
    getState: () => latest.current,
    dispatch(action) {
      latest.current = reduce(latest.current, action);
      setState(latest.current);
    },
  }));
  return [state, store];
}
