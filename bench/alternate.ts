/** In turns, each round in the other order, so that disturbances of the machine affect all of them. */
export async function alternate<Name extends string, Result>(
  names: readonly Name[],
  rounds: number,
  measure: (name: Name, round: number) => Promise<Result>,
): Promise<Record<Name, Result[]>> {
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed())
      results[name]?.push(await measure(name, round));
  return results as Record<Name, Result[]>;
}
