import { data } from 'react-router';
import { NotFound } from '../../reader/ui/message.tsx';

export function loader() {
  return data(null, { status: 404 });
}

/** Avoids a request to the server's loader. */
export function clientLoader() {
  return null;
}

export default NotFound;
