import { MAX_UPLOAD_BYTES } from '@longhand/contract/image-names';
import { useRef, useState } from 'react';
import { AdminApiError, adminApi } from './admin-api.ts';
import { ALERTS, alertFailure } from './alerts.ts';

const MEGABYTE = 1024 * 1024;
const KNOWN_TYPE = /^image\/(png|jpeg|webp|gif|avif)$/;
/** Not every system knows the type of every file. */
const KNOWN_NAME = /\.(png|jpe?g|webp|gif|avif)$/i;

/** Why a file cannot be used, as far as the browser can tell. */
function objectionTo(file: File): string | null {
  if (!KNOWN_TYPE.test(file.type) && !(file.type === '' && KNOWN_NAME.test(file.name))) {
    return `“${file.name}” is not an image that can be used. Please choose a PNG, JPEG, WebP, GIF or AVIF.`;
  }
  if (file.size > MAX_UPLOAD_BYTES) {
    const size = (file.size / MEGABYTE).toFixed(1);
    return `“${file.name}” is too large: ${size} MB. An image may have ${MAX_UPLOAD_BYTES / MEGABYTE} MB at most.`;
  }
  return null;
}

export type UploadProgress = {
  /** Which of how many, from 1. */
  readonly current: number;
  readonly total: number;
  /** How much of it is sent, from 0 to 1. */
  readonly fraction: number;
};

export function useUpload() {
  /** Null while nothing is sent. */
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [objection, setObjection] = useState<string | null>(null);
  const queue = useRef({ done: 0, total: 0, last: Promise.resolve<unknown>(null) });

  function show(fraction: number): void {
    const { done, total } = queue.current;
    setProgress(done < total ? { current: done + 1, total, fraction } : null);
  }

  /** The files that can be used; sets `objection` for the others. */
  function usable(files: readonly File[]): File[] {
    const objections = files.map(objectionTo).filter((each) => each !== null);
    setObjection(objections.length > 0 ? objections.join(' ') : null);
    return files.filter((file) => objectionTo(file) === null);
  }

  async function sendNow(file: File): Promise<string | null> {
    show(0);
    try {
      return await adminApi.uploadImage(file, show);
    } catch (error) {
      const detail = error instanceof AdminApiError ? (error.problem.detail ?? null) : null;
      const several = queue.current.total > 1;
      setObjection(detail && several ? `“${file.name}”: ${detail}` : detail);
      alertFailure(ALERTS.upload, error);
      return null;
    } finally {
      queue.current.done += 1;
      show(0);
      if (queue.current.done === queue.current.total)
        queue.current = { ...queue.current, done: 0, total: 0 };
    }
  }

  /** The address of the image; null after a failure, with an alert. */
  function send(file: File): Promise<string | null> {
    queue.current.total += 1;
    const sent = queue.current.last.then(() => sendNow(file));
    queue.current.last = sent;
    if (queue.current.total === 1) show(0);
    else setProgress((now) => now && { ...now, total: queue.current.total });
    return sent;
  }

  return { progress, objection, usable, send };
}

export type Upload = ReturnType<typeof useUpload>;

export function droppedFiles(event: React.DragEvent): readonly File[] {
  return [...event.dataTransfer.files];
}

/** A picture that was pasted. Text that comes with a picture of itself is text. */
export function pastedImage(event: React.ClipboardEvent): File | undefined {
  if (event.clipboardData.types.includes('text/plain')) return undefined;
  return [...event.clipboardData.files].find((file) => file.type.startsWith('image/'));
}
