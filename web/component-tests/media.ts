import { cdp } from 'vitest/browser';

/** As a person chooses it in the system. */
export async function reduceMotion(isReduced: boolean): Promise<void> {
  const value = isReduced ? 'reduce' : 'no-preference';
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value }],
  });
}
