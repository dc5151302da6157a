import { apiAddress } from '../../lib/browser-api.ts';
import type { Send } from './request.ts';

type Options = {
  readonly path: string;
  readonly onProgress: (fraction: number) => void;
  readonly type?: string;
  readonly signal?: AbortSignal;
};

/** Why XMLHttpRequest: fetch does not report upload progress. */
export function sendFile(body: Blob | FormData, { path, onProgress, type, signal }: Options): Send {
  return (headers) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open('POST', apiAddress(path));
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
      if (type) xhr.setRequestHeader('content-type', type);
      xhr.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      xhr.onload = () => resolve({ status: xhr.status, body: xhr.responseText });
      xhr.onerror = () => reject(new Error('The upload was interrupted'));
      xhr.onabort = () => reject(signal?.reason);
      signal?.addEventListener('abort', () => xhr.abort());
      xhr.send(body);
    });
}
