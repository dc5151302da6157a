import type { ImagePage } from '@longhand/contract/media/images';
import { authorised, parse, request } from './request.ts';
import { sendFile } from './send-file.ts';

async function url(response: Promise<{ url?: unknown }>): Promise<string> {
  const { url } = await response;
  if (typeof url !== 'string') throw new Error('The answer has no address of an image');
  return url;
}

async function upload(
  file: File,
  onProgress: (fraction: number) => void,
  isBackground: boolean,
): Promise<{ url?: unknown }> {
  const path = '/admin/upload-image';
  const form = new FormData();
  form.set('file', file);
  return parse(
    await authorised(`POST ${path}`, sendFile(form, { path, onProgress }), isBackground),
  );
}

export const imageCalls = {
  saveImageUrl: (image_url: string) =>
    url(request('POST', '/admin/save-image-url', { body: { image_url } })),
  /** Sorted newest first; `before` is where the previous page ended. */
  listImages: (before: string | null, signal: AbortSignal) => {
    const query = before === null ? '' : `?before=${encodeURIComponent(before)}`;
    return request<ImagePage>('GET', `/admin/images${query}`, { signal });
  },
  uploadImage: (file: File, onProgress: (fraction: number) => void, isBackground = false) =>
    url(upload(file, onProgress, isBackground)),
};
