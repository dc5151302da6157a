import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSite } from '../../reader/site/site.ts';
import { type ListMessage, readEditorMessage } from './published-message.ts';

/** Says what the editor has saved or kept: once, not again after a reload. */
export function useEditorMessage(say: (message: ListMessage) => void): void {
  const { timeZone } = useSite();
  const { state, search } = useLocation();
  const navigate = useNavigate();
  // After the first render: screen readers announce only what changes.
  const announce = useEffectEvent(() => {
    const message = readEditorMessage(state, timeZone);
    if (!message) return;
    say(message);
    navigate({ search }, { replace: true, preventScrollReset: true, state: null });
  });
  useEffect(() => announce(), []);
}
