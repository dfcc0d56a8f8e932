import { describe, expect, it } from 'vitest';
import { activitiesOf, type RecordedState, type SeatChange } from './activity.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 9, minute));
const ada = { kind: 'Visitor', name: 'Ada (ada@contoso.example)' } as const;
const staff = { kind: 'Member', name: 'Mara Voss' } as const;
const members = (...emails: (string | null)[]) => ({
  members: emails.map((email, index) => ({ memberId: String(index), email })),
});
const seat = (change: Partial<SeatChange>): SeatChange => ({
  recordedAt: at(1),
  actor: ada,
  action: 'seat.assigned',
  before: { assigned: 0 },
  after: { assigned: 1, ...members('bert@contoso.example') },
  ...change,
});
const state = (change: Partial<RecordedState>): RecordedState => ({
  recordedAt: at(0),
  move: 'create',
  actor: 'marketplace',
  planName: 'Team',
  quantity: 5,
  ...change,
});

describe('a change of seats', () => {
  it.each([
    ['Seat assigned to bert@contoso.example', seat({})],
    ['Seats assigned to a@x.example, b@x.example', seat({ after: members('a@x.example', 'b@x.example') })],
    ['One seat assigned', seat({ after: members(null) })],
    ['2 seats assigned', seat({ after: members('a@x.example', null) })],
    ['4 seats assigned', seat({ after: members('a@x', 'b@x', 'c@x', 'd@x') })],
    ['2 seats reserved', seat({ before: { reserved: 1 }, after: { reserved: 3 } })],
    [
      'Seat of a@x.example released',
      seat({ action: 'seat.released', before: members('a@x.example'), after: {} }),
    ],
    ['One seat released', seat({ action: 'seat.released', before: members(null), after: {} })],
    [
      'Reserved seat cancelled',
      seat({ action: 'seat.released', before: { reserved: 1 }, after: { reserved: 0 } }),
    ],
  ])('%s', (text, change) => {
    expect(activitiesOf([change], [], 'Arcadia', 20)).toEqual([{ at: at(1), text, by: ada.name }]);
  });

  it("of the partner's people is one of the partner", () => {
    expect(activitiesOf([seat({ actor: staff })], [], 'Arcadia', 20)[0]?.by).toBe('Arcadia');
  });
});

describe('a move', () => {
  it.each([
    ['Bought: Team', 'the marketplace', state({})],
    ['Activated', 'the marketplace', state({ move: 'activate' })],
    [
      'Plan changed from Team to Campus',
      'Arcadia',
      state({ move: 'changePlan', planName: 'Campus', actor: 'Mara' }),
    ],
    ['Seats changed from 5 to 7', 'the marketplace', state({ move: 'changeQuantity', quantity: 7 })],
    ['Ended with its term', null, state({ move: 'expire', actor: 'clock' })],
    ['Changed', 'the marketplace', state({ move: 'unknown' })],
  ])('%s', (text, by, move) => {
    expect(activitiesOf([], [move, state({})], 'Arcadia', 1)).toEqual([{ at: at(0), text, by }]);
  });
});

it('seats and moves are merged, newest first, up to the limit', () => {
  const seats = [seat({ recordedAt: at(5) }), seat({ recordedAt: at(1) })];
  const states = [state({ recordedAt: at(3), move: 'suspend' }), state({})];
  const shown = activitiesOf(seats, states, 'Arcadia', 3);
  expect(shown.map((activity) => activity.at)).toEqual([at(5), at(3), at(1)]);
});
