import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSite } from '../../reader/site/site.ts';
import type { ListMessage } from '../ui/lists/list-message.tsx';
import { readEditorMessage } from './published-message.ts';

/** Shows the message once, not again after a reload. */
export function useEditorMessage(
  say: (message: ListMessage) => void,
  /** Scrolled into view if it is out of sight. */
  line?: RefObject<HTMLElement | null>,
): void {
  const { timeZone } = useSite();
  const { state, search } = useLocation();
  const navigate = useNavigate();
  // Not in the first render, because screen readers announce only changes.
  const announce = useEffectEvent(() => {
    const message = readEditorMessage(state, timeZone);
    if (!message) return;
    say(message);
    line?.current?.scrollIntoView({ block: 'nearest' });
    navigate({ search }, { replace: true, preventScrollReset: true, state: null });
  });
  useEffect(() => announce(), []);
}
