import { expect, test } from 'vitest';
import { startInstances, startWorkers, tryMailings } from './mailings.ts';

const LENGTHS = { seed: 3, recipients: 200, kills: 3, answerMs: 20 };

test.each([
  ['two workers', startWorkers],
  ['three instances', startInstances],
] as const)(
  'of %s that are killed, nobody gets a mail twice, and nobody is missed',
  async (_name, start) => {
    const { mailing, twice, missed } = await tryMailings(LENGTHS, start);
    expect({ twice, missed }).toEqual({ twice: [], missed: [] });
    const { state, recipients, sent, pending, failed, in_flight } = mailing;
    expect({ state, recipients, pending, failed }).toEqual({
      ...{ state: 'done', recipients: 200, pending: 0, failed: 0 },
    });
    expect(sent + in_flight.length).toBe(200);
  },
);
