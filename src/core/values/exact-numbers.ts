import { numbersIn } from './json-scan.ts';
import { WrittenNumber } from './quantity.ts';

/** A JSON text whose inexact numbers are replaced by placeholders, and the numbers by the values of their placeholders. */
export interface ExactJson {
  readonly text: string;
  readonly numbers: ReadonlyMap<number, WrittenNumber>;
}

/** An exponent, or more digits than a double can represent. A match inside a string does no harm. */
const suspiciousNumber = /[:,[\s]-?(?:[\d.]{16,}|[\d.]+e)/i;
/** Neither of both, so exact. */
const shortNumber = /^-?[\d.]{1,15}$/;
const numberGrammar = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** A longer number counts as inexact, so that its digits are not compared. */
const maxLength = 100;
/** The range of placeholders. A number in it is replaced, too, so nobody can write a placeholder. */
const placeholderScale = 'e300';
const maxPlaceholder = Number(`-1${placeholderScale}`);

/** Long numbers of one text. The largest request has a thousand quantities, and checking more would block the event loop. */
export const maxLongNumbers = 2_000;

/**
 * Takes out the numbers that a double cannot represent, so that the text is parsed once, by the fast parser.
 *
 * @returns undefined if the text has more than `maxLongNumbers` numbers of an exponent or of many digits
 */
export function takeInexactNumbers(text: string): ExactJson | undefined {
  const numbers = new Map<number, WrittenNumber>();
  if (!suspiciousNumber.test(text)) return { text, numbers };
  let replaced = '';
  let copiedUntil = 0;
  let longNumbers = 0;
  for (const [start, end] of numbersIn(text)) {
    const number = text.slice(start, end);
    if (shortNumber.test(number)) continue;
    longNumbers += 1;
    if (longNumbers > maxLongNumbers) return undefined;
    // The parser refuses text that is no number.
    if (isExact(number) || !numberGrammar.test(number)) continue;
    const placeholder = `-${numbers.size + 1}${placeholderScale}`;
    numbers.set(Number(placeholder), new WrittenNumber(number));
    replaced += text.slice(copiedUntil, start) + placeholder;
    copiedUntil = end;
  }
  return { text: replaced + text.slice(copiedUntil), numbers };
}

/** Puts the numbers into the parsed text, in place. */
export function putInexactNumbers(parsed: unknown, { numbers }: ExactJson): unknown {
  if (numbers.size === 0) return parsed;
  const root: Record<string, unknown> = { parsed };
  // A stack instead of recursion: deep nesting would overflow the call stack.
  const waiting = [root];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const [name, member] of Object.entries(next)) {
      if (typeof member === 'number') next[name] = numbers.get(member) ?? member;
      else if (typeof member === 'object' && member !== null) waiting.push(member as typeof root);
    }
  }
  return root.parsed;
}

function isExact(number: string): boolean {
  if (number.length > maxLength) return false;
  const value = Number(number);
  return value > maxPlaceholder && significantDigits(number) === significantDigits(String(value));
}

function significantDigits(number: string): string {
  return number.replace(/e.*|[-.]/gi, '').replace(/^0+|0+$/g, '');
}
