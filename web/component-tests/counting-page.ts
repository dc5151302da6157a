import { onTestFinished } from 'vitest';

/** Gives the page the mark of one that counts views. */
export function countViewsHere(): void {
  const script = document.createElement('script');
  script.dataset.late = 'views';
  document.head.append(script);
  onTestFinished(() => script.remove());
}
