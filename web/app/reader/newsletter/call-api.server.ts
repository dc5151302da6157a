import type { RouterContextProvider } from 'react-router';
import { callContext } from '../site/context.server.ts';

/** 503 if nothing has answered. */
export async function callApi(
  context: Readonly<RouterContextProvider>,
  path: string,
  body?: object,
): Promise<Response> {
  try {
    return await context.get(callContext)(path, body);
  } catch (error) {
    console.error(error);
    return new Response(null, { status: 503 });
  }
}
