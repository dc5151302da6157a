import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import { browserApi } from '../../lib/browser-api.ts';
import { redirectOldAddress } from '../../lib/old-address.ts';
import { apiContext } from '../../reader/site/context.server.ts';
import { NotFound } from '../../reader/ui/message.tsx';

export async function loader({ context, url }: LoaderFunctionArgs) {
  await redirectOldAddress(context.get(apiContext), url);
  return data(null, { status: 404 });
}

export async function clientLoader({ url }: ClientLoaderFunctionArgs) {
  await redirectOldAddress(browserApi, url);
  return null;
}

export default NotFound;
