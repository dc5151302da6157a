import { heicRefusal } from '@longhand/contract/media/content-pictures';
import { MAX_UPLOAD_BYTES } from '@longhand/contract/media/image-names';
import { useRef, useState } from 'react';
import { adminApi } from '../../api/admin-api.ts';
import { AdminApiError } from '../../api/request.ts';
import { ALERTS, alertFailure } from '../../ui/alerts.ts';

/**
 * A new input, because the one in the form is for the featured image. It must be in the document,
 * because some browsers drop the files of a detached one.
 */
export function chooseImages(onFiles: (files: readonly File[]) => void, multiple = true): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = IMAGE_TYPES;
  input.multiple = multiple;
  input.hidden = true;
  input.addEventListener('cancel', () => input.remove());
  input.addEventListener('change', () => {
    input.remove();
    onFiles([...(input.files ?? [])]);
  });
  document.body.append(input);
  input.click();
}

const MEGABYTE = 1024 * 1024;
/** For a file input. Because HEIC is missing, iOS converts such a picture to JPEG. */
export const IMAGE_TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif';
/** Some systems leave the type empty. */
const KNOWN_NAME = /\.(png|jpe?g|webp|gif|avif)$/i;

const HEIC_TYPE = /^image\/hei[cf]/;
const HEIC_NAME = /\.(hei[cf]|hif)$/i;

/** The server checks the content as well. */
export function checkFile(file: File): string | null {
  if (HEIC_TYPE.test(file.type) || (file.type === '' && HEIC_NAME.test(file.name)))
    return heicRefusal(`“${file.name}”`);
  if (
    !IMAGE_TYPES.split(',').includes(file.type) &&
    !(file.type === '' && KNOWN_NAME.test(file.name))
  ) {
    return `“${file.name}” is not a supported image. Please choose a PNG, JPEG, WebP, GIF or AVIF.`;
  }
  if (file.size > MAX_UPLOAD_BYTES) {
    const size = (file.size / MEGABYTE).toFixed(1);
    return `“${file.name}” is too large: ${size} MB. The limit is ${MAX_UPLOAD_BYTES / MEGABYTE} MB.`;
  }
  return null;
}

export type UploadProgress = {
  readonly current: number;
  readonly total: number;
  readonly fraction: number;
};

export function useUpload() {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [error, setError] = useState<string | null>(null);
  const queue = useRef({ done: 0, total: 0, last: Promise.resolve<unknown>(null) });

  function show(fraction: number): void {
    const { done, total } = queue.current;
    setProgress(done < total ? { current: done + 1, total, fraction } : null);
  }

  function usable(files: readonly File[]): File[] {
    const errors = files.map(checkFile).filter((message) => message !== null);
    setError(errors.length > 0 ? errors.join(' ') : null);
    return files.filter((file) => checkFile(file) === null);
  }

  async function sendNow(file: File): Promise<string | null> {
    show(0);
    try {
      return await adminApi.uploadImage(file, show);
    } catch (failure) {
      const detail = failure instanceof AdminApiError ? (failure.problem.detail ?? null) : null;
      const several = queue.current.total > 1;
      setError(detail && several ? `“${file.name}”: ${detail}` : detail);
      alertFailure(ALERTS.upload, failure);
      return null;
    } finally {
      queue.current.done += 1;
      show(0);
      if (queue.current.done === queue.current.total)
        queue.current = { ...queue.current, done: 0, total: 0 };
    }
  }

  /** Null after a failure, which is alerted. */
  function send(file: File): Promise<string | null> {
    queue.current.total += 1;
    const sent = queue.current.last.then(() => sendNow(file));
    queue.current.last = sent;
    if (queue.current.total === 1) show(0);
    else setProgress((now) => now && { ...now, total: queue.current.total });
    return sent;
  }

  return { progress, error, usable, send, fail: setError };
}

export type Upload = ReturnType<typeof useUpload>;

export function droppedFiles(event: React.DragEvent): readonly File[] {
  return [...event.dataTransfer.files];
}

/** Undefined if there is text as well, because office programs add an image of the copied text. */
export function pastedImage(event: React.ClipboardEvent): File | undefined {
  if (event.clipboardData.types.includes('text/plain')) return undefined;
  return [...event.clipboardData.files].find((file) => file.type.startsWith('image/'));
}
