import { MAX_UPLOAD_BYTES } from '@longhand/contract/image-names';
import { useRef, useState } from 'react';
import { AdminApiError, adminApi } from './admin-api.ts';
import { ALERTS, alertFailure } from './alerts.ts';

const MEGABYTE = 1024 * 1024;
const KNOWN_TYPE = /^image\/(png|jpeg|webp|gif|avif)$/;
/** Not every system knows the type of every file. */
const KNOWN_NAME = /\.(png|jpe?g|webp|gif|avif)$/i;

/** What can be said about a file before it is sent, if it cannot be used. */
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

export type Upload = {
  /** How much of the file is sent, from 0 to 1; null while nothing is sent. */
  readonly progress: number | null;
  readonly objection: string | null;
  /** False where the file cannot be used, which has been said then. */
  readonly accepts: (file: File) => boolean;
  /** The address of the image, or null where it failed, which has been said then. */
  readonly send: (file: File) => Promise<string | null>;
};

export function useUpload(): Upload {
  const [progress, setProgress] = useState<number | null>(null);
  const [objection, setObjection] = useState<string | null>(null);
  const running = useRef(0);

  function accepts(file: File): boolean {
    const found = objectionTo(file);
    setObjection(found);
    return found === null;
  }

  async function send(file: File): Promise<string | null> {
    running.current += 1;
    setProgress(0);
    try {
      return await adminApi.uploadImage(file, setProgress);
    } catch (error) {
      setObjection(error instanceof AdminApiError ? (error.problem.detail ?? null) : null);
      alertFailure(ALERTS.upload, error);
      return null;
    } finally {
      running.current -= 1;
      if (running.current === 0) setProgress(null);
    }
  }

  return { progress, objection, accepts, send };
}

/** The files that were dropped, whatever they are. */
export function droppedFiles(event: React.DragEvent): readonly File[] {
  return [...event.dataTransfer.files];
}

/** A picture that was pasted. Text that comes with a picture of itself is text. */
export function pastedImage(event: React.ClipboardEvent): File | undefined {
  if (event.clipboardData.types.includes('text/plain')) return undefined;
  return [...event.clipboardData.files].find((file) => file.type.startsWith('image/'));
}
