import { useEffect, useState } from 'react';

/** The value, once it has not changed for a while. */
export function useQuiet<Value>(value: Value, milliseconds: number): Value {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return quiet;
}
