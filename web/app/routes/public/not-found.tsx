import { data } from 'react-router';
import { Message } from '../../components/message.tsx';

export function loader() {
  return data(null, { status: 404 });
}

/** Avoids a request to the server's loader. */
export function clientLoader() {
  return null;
}

export default function NotFound() {
  return <Message title="Page Not Found" text="There is no page at this address." />;
}
