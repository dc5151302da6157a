import { type Video, videoAt } from '../video-address.ts';
import { videoFrame } from './blocks.ts';

const SIZE = { width: 560, height: 315 };

export function videoHtml(video: Video): string {
  return videoFrame({ ...video, ...SIZE });
}

/** Null if the address is not that of a video. */
export function videoEmbed(address: string): string | null {
  const video = videoAt(address);
  return video && videoHtml(video);
}
