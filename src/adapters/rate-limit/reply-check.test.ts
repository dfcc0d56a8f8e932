import { expect, it } from 'vitest';
import { ReplyCheck } from './reply-check.ts';

const accepts = (replies: string, commands = 1) => {
  const check = new ReplyCheck();
  for (let command = 0; command < commands; command += 1) check.commandSent();
  const whole = check.accepts(Buffer.from(replies));
  const byBytes = new ReplyCheck();
  for (let command = 0; command < commands; command += 1) byBytes.commandSent();
  expect([...Buffer.from(replies)].every((byte) => byBytes.accepts(Buffer.of(byte)))).toBe(whole);
  return whole;
};

it.each([
  ['+OK\r\n', 1],
  ['-NOSCRIPT No matching script\r\n', 1],
  [':1\r\n', 1],
  ['$5\r\na\r\nbc\r\n', 1],
  ['$0\r\n\r\n+OK\r\n', 2],
  ['*4\r\n:1\r\n:1\r\n:0\r\n:1\r\n*4\r\n:1\r\n:1\r\n:0\r\n:1\r\n', 2],
])('passes %j', (replies, commands) => expect(accepts(replies, commands)).toBe(true));

it.each([
  ['more replies than commands', '+OK\r\n+OK\r\n'],
  ['a null', '$-1\r\n'],
  ['a null array', '*-1\r\n'],
  ['a null of the third protocol', '_\r\n'],
  ['a push', '>1\r\n:1\r\n'],
  ['a map', '%1\r\n:1\r\n:1\r\n'],
  ['a nested array', '*1\r\n*1\r\n:1\r\n'],
  ['text in an array', '*1\r\n+1\r\n'],
  ['a negative number', '*1\r\n:-1\r\n'],
  ['an array that is too long', '*8\r\n'],
  ['a bulk string that is too long', '$65537\r\n'],
  ['a line that is too long', `+${'a'.repeat(2_000)}`],
  ['an invalid line end', '+OK\r$-1\r\n'],
])('stops %s', (_, replies) => expect(accepts(replies)).toBe(false));
