export type Scripts = {
  /** In the order in which they run; the last one hydrates the page. */
  readonly files: readonly string[];
  /** Whether somebody is waiting for them. */
  hurried: boolean;
  /** Whether only a press or a key starts them: the browser is loading another page, or they could not be loaded. */
  waiting: boolean;
  /** Set from the first request on; ends the requests. */
  loading: AbortController | undefined;
  /** Ends the listeners when nothing is left to do. */
  readonly listening: AbortController;
};

export function pause({ hurried }: Scripts): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if (hurried || !window.requestIdleCallback) setTimeout(resolve, hurried ? 0 : 200);
    else requestIdleCallback(() => resolve(), { timeout: 2_000 });
  });
}

/** Why not a preload: browsers never try again to import what could not be preloaded. */
async function fetchScript(file: string, hurried: boolean, signal: AbortSignal): Promise<void> {
  const response = await fetch(file, { priority: hurried ? 'auto' : 'low', signal });
  if (!response.ok) throw new Error(file);
  await response.blob();
}

/** The router's own script, which the server has made inert; the policy allows this text only. */
function runInertScript(): void {
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = document.querySelector('script[data-late]')?.textContent ?? '';
  document.head.append(script);
  script.remove();
}

export async function loadScripts(scripts: Scripts, onFailure: () => void): Promise<void> {
  if (scripts.loading || scripts.waiting) return;
  scripts.loading = new AbortController();
  const { signal } = scripts.loading;
  try {
    await Promise.all(scripts.files.map((file) => fetchScript(file, scripts.hurried, signal)));
    // One task each, so that none is long.
    for (const file of scripts.files.slice(0, -1)) {
      await pause(scripts);
      signal.throwIfAborted();
      await import(/* @vite-ignore */ file);
    }
    await pause(scripts);
    signal.throwIfAborted();
    scripts.listening.abort();
    runInertScript();
  } catch {
    // The page goes on as the HTML that it is, until the next sign of intent.
    scripts.loading = undefined;
    scripts.waiting = true;
    if (!signal.aborted) onFailure();
  }
}
