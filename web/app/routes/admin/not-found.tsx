import { data } from 'react-router';
import { Message } from '../../components/message.tsx';

export function loader() {
  return data(null, { status: 404 });
}

/** No request: whatever the address, there is nothing to load for it. */
export function clientLoader() {
  return null;
}
/** On the first load, too: it is what sends those without a token to the login, and back here. */
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
