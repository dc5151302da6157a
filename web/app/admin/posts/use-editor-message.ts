import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSite } from '../../reader/site/site.ts';
import { type ListMessage, readEditorMessage } from './published-message.ts';

/** Says what the editor has saved or kept, in sight: once, not again after a reload. */
export function useEditorMessage(
  say: (message: ListMessage) => void,
  /** Where it is said, if that may be out of sight. */
  line?: RefObject<HTMLElement | null>,
): void {
  const { timeZone } = useSite();
  const { state, search } = useLocation();
  const navigate = useNavigate();
  // After the first render: screen readers announce only what changes.
  const announce = useEffectEvent(() => {
    const message = readEditorMessage(state, timeZone);
    if (!message) return;
    say(message);
    line?.current?.scrollIntoView({ block: 'nearest' });
    navigate({ search }, { replace: true, preventScrollReset: true, state: null });
  });
  useEffect(() => announce(), []);
}
