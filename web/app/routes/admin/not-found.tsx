import { data } from 'react-router';
import { Message } from '../../reader/ui/message.tsx';

export function loader() {
  return data(null, { status: 404 });
}

/** Avoids a request to the server's loader. */
export function clientLoader() {
  return null;
}
/** Also on the first load: with a client loader the layout's token check runs. */
clientLoader.hydrate = true as const;

export default function AdminNotFound() {
  return (
    <Message
      title="Page Not Found"
      text="There is no page at this address."
      back={{ to: '/admin', label: '← Back to Dashboard' }}
    />
  );
}
