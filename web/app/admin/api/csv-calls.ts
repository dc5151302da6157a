import { apiAddress } from '../../lib/browser-api.ts';
import { authorised, parse, type Send } from './request.ts';

const sendTo =
  (path: string, init: RequestInit): Send =>
  async (headers) => {
    const response = await fetch(apiAddress(path), {
      ...init,
      headers: { ...headers, ...init.headers },
    });
    return { status: response.status, body: await response.text() };
  };

export async function downloadCsv(path: string): Promise<string> {
  return (await authorised(`GET ${path}`, sendTo(path, {}))).body;
}

export async function uploadCsv<Report>(path: string, csv: Blob): Promise<Report> {
  const init = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: csv };
  return parse(await authorised(`POST ${path}`, sendTo(path, init)));
}
