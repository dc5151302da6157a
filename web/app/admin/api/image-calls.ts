import type { ImagePage } from '@longhand/contract/images';
import { apiAddress } from '../../lib/browser-api.ts';
import { authorised, parse, request, type Send } from './request.ts';

async function url(response: Promise<{ url?: unknown }>): Promise<string> {
  const { url } = await response;
  if (typeof url !== 'string') throw new Error('The answer has no address of an image');
  return url;
}

/** Why XMLHttpRequest: fetch does not report upload progress. */
async function upload(
  file: File,
  onProgress: (fraction: number) => void,
  isBackground: boolean,
): Promise<{ url?: unknown }> {
  const path = '/admin/upload-image';
  const sendForm: Send = (headers) => {
    const form = new FormData();
    form.set('file', file);
    return new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open('POST', apiAddress(path));
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      xhr.onload = () => resolve({ status: xhr.status, body: xhr.responseText });
      xhr.onerror = () => reject(new Error('The upload was interrupted'));
      xhr.send(form);
    });
  };
  return parse(await authorised(`POST ${path}`, sendForm, isBackground));
}

export const imageCalls = {
  saveImageUrl: (image_url: string) =>
    url(request('POST', '/admin/save-image-url', { body: { image_url } })),
  /** Uploads, the newest first; the next page begins `before` the end of another. */
  listImages: (before: string | null, signal: AbortSignal) => {
    const query = before === null ? '' : `?before=${encodeURIComponent(before)}`;
    return request<ImagePage>('GET', `/admin/images${query}`, { signal });
  },
  uploadImage: (file: File, onProgress: (fraction: number) => void, isBackground = false) =>
    url(upload(file, onProgress, isBackground)),
};
