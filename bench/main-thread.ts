/** A part of a trace of Chromium; times are in microseconds. */
type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The processor time of the thread. */
  readonly tdur?: number;
  readonly args: Readonly<Record<string, unknown>>;
};

export type Task = {
  /** In milliseconds since the navigation. */
  readonly start: number;
  readonly duration: number;
  /** Its processor time: what else runs on the machine lengthens the task, but not this. */
  readonly work: number;
  /** The longest of what ran within it, such as `EvaluateScript react 31 ms`. */
  readonly parts: readonly string[];
};

/** `RunTask` is in the second one, marks of the page in the third. */
export const TRACE_CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
  'loading',
  'v8',
];

/** Shorter tasks are not described, and shorter parts of the others not named. */
const MIN_DESCRIBED_MS = 20;
const MIN_PART_MS = 4;

/** Of a script, without its hash. */
function scriptName({ args }: TraceEvent): string {
  const data = (args.data ?? {}) as Record<string, unknown>;
  const path = String(data.url ?? data.fileName ?? '').split('?')[0] ?? '';
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/-[\w-]{8}\.js$/, '');
  const called = String(data.functionName ?? '');
  return [name, called].filter((text) => text !== '').join(' ');
}

function workOf({ dur = 0, tdur = dur }: TraceEvent): number {
  return tdur / 1000;
}

function describe(event: TraceEvent): string {
  const words = [event.name, scriptName(event), `${Math.round(workOf(event))} ms`];
  return words.filter((word) => word !== '').join(' ');
}

/** Events that only wrap a task. */
const WRAPPER = /(^|::)RunTask$/;

function partsOf(task: TraceEvent, events: readonly TraceEvent[]): string[] {
  const end = task.ts + (task.dur ?? 0);
  return events
    .filter(({ ts, dur = 0, name }) => ts >= task.ts && ts + dur <= end && !WRAPPER.test(name))
    .filter((event) => workOf(event) >= MIN_PART_MS)
    .toSorted((a, b) => workOf(b) - workOf(a))
    .slice(0, 8)
    .map(describe);
}

/** All tasks of the page's main thread since the navigation. */
export function readTrace(trace: readonly unknown[], url: string): Task[] {
  const traceEvents = trace as readonly TraceEvent[];
  const navigation = traceEvents.findLast(
    ({ name, args }) =>
      name === 'navigationStart' &&
      (args.data as { documentLoaderURL?: string } | undefined)?.documentLoaderURL === url,
  );
  if (!navigation) throw new Error(`The trace has no navigation to ${url}.`);
  const { pid, tid, ts: begin } = navigation;
  const onThread = traceEvents.filter((event) => event.pid === pid && event.tid === tid);
  const complete = onThread.filter(({ ph, dur }) => ph === 'X' && dur !== undefined);
  return complete
    .filter(({ name, ts }) => name === 'RunTask' && ts >= begin)
    .map((event): Task => {
      const work = workOf(event);
      const parts = work >= MIN_DESCRIBED_MS ? partsOf(event, complete) : [];
      const start = (event.ts - begin) / 1000;
      return { start, duration: (event.dur ?? 0) / 1000, work, parts };
    });
}
