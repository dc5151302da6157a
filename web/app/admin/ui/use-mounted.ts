import { type RefObject, useEffect, useRef } from 'react';

/** False after the component is gone: what was being waited for must not show or navigate then. */
export function useMounted(): Readonly<RefObject<boolean>> {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
