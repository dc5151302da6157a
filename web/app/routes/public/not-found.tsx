import { data } from 'react-router';
import { Message, NOT_FOUND } from '../../reader/ui/message.tsx';

export function loader() {
  return data(null, { status: 404 });
}

/** Avoids a request to the server's loader. */
export function clientLoader() {
  return null;
}

export default function NotFound() {
  return <Message {...NOT_FOUND} />;
}
