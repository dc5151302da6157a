/** Does so many things at a time; the others wait in the order in which they came. */
export function limitConcurrency(atOnce: number) {
  const waiting: (() => void)[] = [];
  let free = atOnce;

  return async function limited<Result>(task: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
