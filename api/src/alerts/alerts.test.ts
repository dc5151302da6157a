import { expect, onTestFinished, test, vi } from 'vitest';
import { startAlertReceiver } from '../../../test-support/alert-receiver.ts';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { createAlerts } from './alerts.ts';

const MINUTE = 60_000;
const FULL = { event: 'disk-full', message: 'The disk is full.' };
const OK = { event: 'disk-ok', message: 'The disk has space again.' };

async function startTest(open: () => Promise<TestDatabase>) {
  const { db, remove } = await open();
  onTestFinished(async () => {
    await db.destroy();
    await remove();
  });
  const receiver = await startAlertReceiver();
  const time = { now: Date.parse('2026-01-01T12:00:00.000Z') };
  const log = { warn: vi.fn() };
  const release = vi.fn();
  /** As another process, or the same after a restart. */
  const startProcess = () =>
    createAlerts({
      ...{ db, log, url: receiver.url, siteUrl: 'https://blog.example', reserve: { release } },
      clock: () => new Date(time.now),
    });
  return {
    ...{ db, receiver, log, release, startProcess },
    passMinutes: (minutes: number) => {
      time.now += minutes * MINUTE;
    },
  };
}

eachDialect((open) => {
  test('an alert is sent again until it is accepted, with growing pauses', async () => {
    const { receiver, startProcess, passMinutes, log } = await startTest(open);
    const alerts = startProcess();
    receiver.status = 503;
    for (let minute = 0; minute < 10; minute += 1) {
      await alerts.send('disk', FULL);
      passMinutes(1);
    }
    // After 0, 1, 3 and 7 minutes.
    expect(receiver.received).toHaveLength(4);
    expect(log.warn).toHaveBeenCalledTimes(4);
    receiver.status = 200;
    passMinutes(6);
    for (let n = 0; n < 3; n += 1) await alerts.send('disk', FULL);
    expect(receiver.received).toHaveLength(5);
    passMinutes(59);
    await alerts.send('disk', FULL);
    expect(receiver.received).toHaveLength(5);
    passMinutes(1);
    await alerts.send('disk', FULL);
    expect(receiver.received).toHaveLength(6);
  });

  test('one of several processes sends it; a restart repeats one only if it was not accepted', async () => {
    const { receiver, startProcess, passMinutes } = await startTest(open);
    receiver.status = 500;
    await Promise.all([startProcess(), startProcess()].map((alerts) => alerts.send('disk', FULL)));
    expect(receiver.received).toHaveLength(1);
    passMinutes(1);
    receiver.status = 200;
    await startProcess().send('disk', FULL);
    expect(receiver.received).toHaveLength(2);
    passMinutes(5);
    await startProcess().send('disk', FULL);
    expect(receiver.received).toHaveLength(2);
  });

  test('the end of a reported cause is told once, until that is accepted', async () => {
    const { db, receiver, startProcess, passMinutes } = await startTest(open);
    const processes = [startProcess(), startProcess()];
    const clear = async () => {
      for (const alerts of processes) await alerts.clear('disk', OK);
    };
    await clear();
    await processes[0]?.send('disk', FULL);
    await processes[1]?.send('disk', FULL);
    await clear();
    await processes[0]?.send('disk', FULL);
    // What comes and goes is one alert.
    expect(receiver.events()).toEqual(['disk-full']);
    passMinutes(5);
    receiver.status = 500;
    await clear();
    receiver.status = 200;
    passMinutes(1);
    await clear();
    passMinutes(5);
    await clear();
    expect(receiver.events()).toEqual(['disk-full', 'disk-ok', 'disk-ok']);
    expect(
      await db.selectFrom('settings').select('name').where('name', 'like', 'alert%').execute(),
    ).toEqual([]);
    await processes[1]?.send('disk', FULL);
    expect(receiver.events()).toHaveLength(4);
  });

  test('the end of a cause that nobody was told about is not told', async () => {
    const { receiver, startProcess, passMinutes } = await startTest(open);
    const alerts = startProcess();
    receiver.status = 500;
    await alerts.send('disk', FULL);
    receiver.status = 200;
    passMinutes(1);
    await alerts.clear('disk', OK);
    await alerts.clear('disk', OK);
    expect(receiver.events()).toEqual(['disk-full']);
    await alerts.send('disk', FULL);
    expect(receiver.events()).toEqual(['disk-full', 'disk-full']);
  });

  test('without a writable database each process sends it, and no more often', async () => {
    const { db, receiver, startProcess, passMinutes, release } = await startTest(open);
    await db.schema.alterTable('settings').renameTo('settings_renamed').execute();
    const alerts = startProcess();
    for (let n = 0; n < 3; n += 1) await alerts.send('disk', FULL);
    expect(receiver.events()).toEqual(['disk-full']);
    expect(release).toHaveBeenCalledOnce();
    await db.schema.alterTable('settings_renamed').renameTo('settings').execute();
    passMinutes(5);
    await alerts.clear('disk', OK);
    expect(receiver.events()).toEqual(['disk-full', 'disk-ok']);
  });
});
