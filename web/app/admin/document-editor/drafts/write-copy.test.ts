import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { POST } from '../../../../../test-support/documents.ts';
import { createPlaceholders, type Placeholders } from '../../content/pictures/placeholders.ts';
import { POSTS, type PostTypes } from '../../post-editor/post-kind.ts';
import { baselineOf, type EditorAction, initialState } from '../editor-state.ts';
import { reduceEditor } from '../reduce-editor.ts';
import { nextWrite } from '../working-copy.ts';
import { createCopyWriter } from './write-copy.ts';

const fetching = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('fetch', fetching);
});
afterEach(() => {
  fetching.mockReset();
  vi.unstubAllGlobals();
});

/** An editor in which something was typed. */
function typedInto(placeholders: Placeholders = createPlaceholders()) {
  const opened = { baseline: baselineOf(POSTS, POST), copy: null, localDrafts: [] };
  let state = initialState(POSTS, opened, 'key');
  const dispatch = (action: EditorAction<PostTypes>) => {
    state = reduceEditor(state, action);
  };
  dispatch({ type: 'change', fields: { content: '<p>Typed</p>' } });
  const getState = () => state;
  return { getState, write: createCopyWriter({ getState, dispatch }, placeholders) };
}

/** The server, which stores what it is sent. */
async function store(_address: unknown, options?: RequestInit): Promise<Response> {
  const input = JSON.parse(String(options?.body));
  const times = { created_at: '2026-01-02T00:00:00Z', updated_at: '2026-01-02T00:00:00Z' };
  return Response.json({ ...input, id: POST.id, post_id: POST.id, version: 1, ...times });
}

test.each([
  [
    'no connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'You’re offline. We’ll retry automatically.',
  ],
  [
    'an answer of something between that is no JSON',
    async () => new Response('<p>Please log in to this network</p>'),
    'The server sent an unexpected response. We’ll retry automatically.',
  ],
  [
    'a browser that refuses the request',
    () => Promise.reject(new DOMException('Too much is on its way', 'QuotaExceededError')),
    'The browser could not send your changes. We’ll retry automatically.',
  ],
])('%s is said and retried, and then everything typed is sent', async (_name, fail, reason) => {
  const { getState, write } = typedInto();
  fetching.mockImplementationOnce(fail);
  expect(await write(false)).toBe('retry');
  const { form, writeFailure } = getState();
  expect(writeFailure?.reason).toBe(reason);
  expect(form.content).toBe('<p>Typed</p>');
  expect(nextWrite(getState(), form)).not.toBeNull();

  fetching.mockImplementation(store);
  expect(await write(false)).toBe('done');
  expect(getState()).toMatchObject({ writeFailure: null, copy: { form } });
});

test('a failure before anything was sent is said and retried', async () => {
  const placeholders = createPlaceholders();
  const removePending = vi.spyOn(placeholders, 'removePending').mockImplementationOnce(() => {
    throw new RangeError('Invalid string length');
  });
  const { getState, write } = typedInto(placeholders);
  expect(await write(false)).toBe('retry');
  expect(fetching).not.toHaveBeenCalled();
  expect(getState().writeFailure?.reason).toBe(
    'The browser could not send your changes. We’ll retry automatically.',
  );
  fetching.mockImplementation(store);
  expect(await write(false)).toBe('done');
  expect(removePending).toHaveBeenCalledTimes(2);
  expect(getState().writeFailure).toBeNull();
});
