import { expect, it } from 'vitest';
import { byDeadline, byNumber, byText, byTime, directionOf, nextSort, sortChoices } from './sort-order.ts';

it.each([
  ['a text', byText('name'), undefined, 'name', undefined],
  ['a text', byText('name'), 'name', '-name', 'up'],
  ['a text', byText('name'), '-name', 'name', 'down'],
  ['a time', byTime('createdAt'), undefined, '-createdAt', undefined],
  ['a time', byTime('createdAt'), '-createdAt', 'createdAt', 'down'],
  ['a time', byTime('createdAt'), 'createdAt', '-createdAt', 'up'],
  ['a deadline', byDeadline('endsAt'), 'name', 'endsAt', undefined],
  ['a deadline', byDeadline('endsAt'), 'endsAt', '-endsAt', 'up'],
  ['a number', byNumber('total'), '-name', '-total', undefined],
  ['a number', byNumber('total'), '-total', 'total', 'down'],
] as const)('%s: %j, sorted by %s, is next sorted by %s', (_, orders, sort, next, direction) => {
  expect(nextSort(orders, sort)).toBe(next);
  expect(directionOf(orders, sort)).toBe(direction);
});

it('every order of a list has a name', () => {
  const columns = [
    { name: 'Name', sort: byText('name') },
    { name: 'Role' },
    { name: 'Added', sort: byTime('at') },
  ];
  expect(sortChoices(columns)).toEqual([
    { value: 'name', label: 'Name, A–Z' },
    { value: '-name', label: 'Name, Z–A' },
    { value: '-at', label: 'Added, newest first' },
    { value: 'at', label: 'Added, oldest first' },
  ]);
});
