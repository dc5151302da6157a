import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { hashOfImage, type StoredImage } from '../api/src/images/image-store.ts';
import { nameImage } from '../api/src/images/prepare-image.ts';
import { sendHalf } from './half-request.ts';
import type { TestApp } from './test-app.ts';

const BOUNDARY = 'a-boundary';
const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

type Part = { name?: string; filename?: string; type?: string; bytes: Buffer | string };

export function form(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const chunks = parts.flatMap(
    ({ name = 'file', filename = 'a.png', type = 'image/png', bytes }) => [
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${filename && `; filename="${filename}"`}\r\n${filename && `content-type: ${type}\r\n`}\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ],
  );
  return Buffer.concat([...chunks, Buffer.from(end)]);
}

export function picture(width = 40, height = 20, background = '#a0392b') {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** Without processing: the bytes as they are. */
export async function storedImage(bytes: Buffer, extension: string): Promise<StoredImage> {
  return { name: await nameImage(bytes, hashOfImage(bytes), extension), bytes };
}

export async function animation(format: 'gif' | 'webp', width = 10, height = 8): Promise<Buffer> {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((colour) => picture(width, height, colour).png().toBuffer()),
  );
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

export function uploadForm(bytes: Buffer): FormData {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(bytes)]), 'a.png');
  return body;
}

/** Sends the first half, which the server has begun to read. */
export function sendHalfUpload(url: string, authorization: string, bytes: Buffer) {
  const headers = { authorization, ...FORM_TYPE };
  return sendHalf(`${url}/api/admin/upload-image`, { headers, body: form([{ bytes }]) });
}

export function upload({ request }: TestApp, token: string, payload: Buffer, headers = FORM_TYPE) {
  return request({ method: 'POST', url: '/api/admin/upload-image', payload, headers }, token);
}

export function uploads(site: TestApp): string[] {
  return readdirSync(join(site.files.folder, 'uploads'));
}
