import { expect, test } from 'vitest';
import { type ButtonState, buttonEffects } from './button-effects.ts';

const DRAFT: ButtonState = {
  state: 'draft',
  hasPrivateChanges: false,
  hasChanges: false,
  isTicked: false,
  date: '',
  isScheduledThen: false,
  sentTo: '',
  isOutdated: false,
};
const CHANGED = { hasPrivateChanges: true, hasChanges: true };
const TICKED = { isTicked: true };
/** Ticked or unticked, or a date chosen, and nothing else. */
const SET = { hasPrivateChanges: true };
const AHEAD = { date: 'Nov 20', hasPrivateChanges: true };
const NEW = { state: 'new' } as const;
const LIVE = { state: 'live' } as const;
const SCHEDULED = { state: 'scheduled', date: 'Nov 20', isScheduledThen: true } as const;

const BECAUSE = "because 'Publish immediately' is ticked";
const NOT = "because 'Publish immediately' is not ticked";

type Row = readonly [name: string, now: Partial<ButtonState>, save: string, publish: string];

const ROWS: readonly Row[] = [
  ['new post', NEW, 'saves a draft', 'puts the post online'],
  ['new post, written', { ...NEW, ...CHANGED }, 'saves a draft', 'puts the post online'],
  [
    'new post, ticked',
    { ...NEW, ...CHANGED, ...TICKED },
    `puts the post online, ${BECAUSE}`,
    'puts the post online',
  ],
  [
    'new post, date ahead',
    { ...NEW, ...CHANGED, ...AHEAD },
    'saves a draft, without the date',
    'schedules it for Nov 20',
  ],
  [
    'new post, date ahead, ticked',
    { ...NEW, ...CHANGED, ...AHEAD, ...TICKED },
    `schedules it for Nov 20, ${BECAUSE}`,
    'schedules it for Nov 20',
  ],
  ['draft', {}, 'changes nothing', 'puts the post online'],
  [
    'draft, changed',
    CHANGED,
    'saves these changes; the post stays a draft',
    'puts the post online with these changes',
  ],
  [
    'draft, ticked',
    { ...SET, ...TICKED },
    `puts the post online, ${BECAUSE}`,
    'puts the post online',
  ],
  [
    'draft, changed, ticked',
    { ...CHANGED, ...TICKED },
    `puts the post online with these changes, ${BECAUSE}`,
    'puts the post online with these changes',
  ],
  ['draft, date ahead', AHEAD, 'changes nothing and drops the date', 'schedules it for Nov 20'],
  [
    'draft, changed, date ahead',
    { ...CHANGED, ...AHEAD },
    'saves these changes, without the date; the post stays a draft',
    'schedules it for Nov 20',
  ],
  ['live', { ...LIVE, ...TICKED }, 'changes nothing', 'changes nothing'],
  [
    'live, changed',
    { ...LIVE, ...TICKED, ...CHANGED },
    "puts these changes online, because the post is public and 'Publish immediately' is ticked",
    'puts these changes online',
  ],
  ['live, unticked', { ...LIVE, ...SET }, `takes the post offline, ${NOT}`, 'changes nothing'],
  [
    'live, changed, unticked',
    { ...LIVE, ...CHANGED },
    `takes the post offline and saves these changes, ${NOT}`,
    'puts these changes online',
  ],
  [
    'live, date ahead',
    { ...LIVE, ...TICKED, ...AHEAD },
    `schedules it for Nov 20; until then it is offline, ${BECAUSE}`,
    'schedules it for Nov 20; until then it is offline',
  ],
  [
    'scheduled',
    { ...SCHEDULED, ...TICKED },
    'leaves it scheduled for Nov 20',
    'leaves it scheduled for Nov 20',
  ],
  [
    'scheduled, changed',
    { ...SCHEDULED, ...TICKED, ...CHANGED },
    `saves these changes and leaves it scheduled for Nov 20, ${BECAUSE}`,
    'saves these changes and leaves it scheduled for Nov 20',
  ],
  [
    'scheduled, unticked',
    { ...SCHEDULED, ...SET },
    `unschedules the post, ${NOT}`,
    'leaves it scheduled for Nov 20',
  ],
  [
    'scheduled, changed, unticked',
    { ...SCHEDULED, ...CHANGED },
    `unschedules the post and saves these changes, ${NOT}`,
    'saves these changes and leaves it scheduled for Nov 20',
  ],
  [
    'scheduled, another date',
    { ...SCHEDULED, ...TICKED, ...SET, date: 'Nov 21', isScheduledThen: false },
    `schedules it for Nov 21, ${BECAUSE}`,
    'schedules it for Nov 21',
  ],
  [
    'scheduled, date removed',
    { ...SCHEDULED, ...TICKED, ...SET, date: '', isScheduledThen: false },
    `puts the post online, ${BECAUSE}`,
    'puts the post online',
  ],
  [
    'saved elsewhere since',
    { ...LIVE, ...TICKED, ...CHANGED, isOutdated: true },
    'first shows what was saved elsewhere; nothing changes until you choose',
    'first shows what was saved elsewhere; nothing changes until you choose',
  ],
];

test.each(ROWS)('%s', (_name, now, save, publish) => {
  expect(buttonEffects({ ...DRAFT, ...now })).toMatchObject({ save, publish });
});

test('Keep private changes nothing public, whatever the post is', () => {
  for (const other of [NEW, {}, LIVE, SCHEDULED]) {
    const say = (now: object) => buttonEffects({ ...DRAFT, ...other, ...now }).keep;
    expect(say(CHANGED)).toBe('closes the editor; these changes stay private');
    expect(say({})).toBe('closes the editor');
  }
});

test('only a live post can be unpublished, and its private changes stay', () => {
  const say = (now: object) => buttonEffects({ ...DRAFT, ...now }).unpublish;
  expect(say({ ...LIVE, ...TICKED })).toBe('takes the post offline');
  expect(say({ ...LIVE, ...TICKED, ...CHANGED })).toBe(
    'takes the post offline as it is saved; these changes stay private',
  );
  for (const other of [NEW, {}, SCHEDULED]) expect(say(other)).toBeNull();
});

test('a post that is sent at its date says to whom, unless it stays a draft', () => {
  const say = (now: object) =>
    buttonEffects({ ...DRAFT, ...AHEAD, ...now, sentTo: '3 subscribers' });
  const sends = '; it will be sent to 3 subscribers then';
  expect(say(TICKED)).toMatchObject({
    save: `schedules it for Nov 20, ${BECAUSE}${sends}`,
    publish: `schedules it for Nov 20${sends}`,
  });
  expect(say({ ...SCHEDULED, ...TICKED, hasPrivateChanges: false }).save).toBe(
    `leaves it scheduled for Nov 20${sends}`,
  );
  expect(say({}).save).not.toContain('sent');
  expect(say({ ...TICKED, date: '' }).publish).toBe('puts the post online');
});
