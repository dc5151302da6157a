import { JSONParser } from '@streamparser/json';
import { type Archive, type ArchiveEntry, ImportError } from '../source.ts';
import { shownName } from './entry-name.ts';
import { createJsonGuard } from './json-guard.ts';
import { hideMarks, restoreMarks } from './json-marks.ts';

/** A value with the name of the list or object that it is in; at the top, with its own. */
export type JsonValue = { readonly list: string; readonly value: unknown };

type Wanted = {
  /** Like `$.posts.*`. */
  readonly paths: readonly string[];
  /** How many brackets are open within a record. */
  readonly recordDepth: number;
};

function incomplete({ name }: ArchiveEntry, cause?: unknown): ImportError {
  return new ImportError(
    `The file ${shownName(name)} is damaged or incomplete: it is not JSON to its end. Export it again.`,
    { cause },
  );
}

/** The values at these paths, in the order of the file, which is read as a stream each time. */
export async function* readJson(
  archive: Archive,
  entry: ArchiveEntry,
  { paths, recordDepth }: Wanted,
): AsyncGenerator<JsonValue> {
  const found: JsonValue[] = [];
  const parser = new JSONParser({ paths: [...paths], keepStack: false });
  parser.onValue = ({ value, key, stack }) =>
    found.push({ list: String(stack.at(-1)?.key ?? key), value: restoreMarks(value) });
  const guard = createJsonGuard(recordDepth);
  for await (const chunk of hideMarks(await archive.open(entry))) {
    guard(chunk);
    try {
      parser.write(chunk);
    } catch (error) {
      throw incomplete(entry, error);
    }
    yield* found.splice(0);
  }
  if (!parser.isEnded) throw incomplete(entry);
}
