export interface JsonBounds {
  readonly maxValues: number;
  readonly maxLevels: number;
}

/**
 * The bound that a JSON text exceeds, without parsing it: parsing a few megabytes of empty lists takes seconds. Brackets
 * and commas are counted, so an empty list counts twice. Text that is not JSON may be counted in any way.
 */
export function jsonExcess(
  text: string,
  { maxValues, maxLevels }: JsonBounds,
): 'values' | 'levels' | undefined {
  // Every value needs a character and a comma. Most texts are short and flat, and end here.
  if (text.length <= 2 * maxValues && opensAtMost(text, maxLevels)) return undefined;
  let values = 1;
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case openingBrace:
      case openingBracket:
        values += 1;
        level += 1;
        if (level > maxLevels) return 'levels';
        break;
      case closingBrace:
      case closingBracket:
        level -= 1;
        break;
      case comma:
        values += 1;
    }
    if (values > maxValues) return 'values';
  }
  return undefined;
}

/** Brackets inside strings count too. */
function opensAtMost(text: string, maxLevels: number): boolean {
  // Every level needs two brackets.
  if (text.length <= 2 * maxLevels) return true;
  let found = 0;
  for (const bracket of '[{') {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      found += 1;
      if (found > maxLevels) return false;
    }
  }
  return true;
}

/** The texts of the items of a JSON list, one after the other; throws for a text that is no list. */
export function* itemTexts(text: string): Generator<string, void> {
  const list = text.trim();
  if (!list.startsWith('[') || !list.endsWith(']')) throw new SyntaxError('The text is not a JSON list');
  let start = 1;
  let level = 0;
  for (let at = 1; at < list.length - 1; at += 1) {
    const code = list.charCodeAt(at);
    if (code === quote) at = endOfString(list, at);
    else if (code === openingBrace || code === openingBracket) level += 1;
    else if (code === closingBrace || code === closingBracket) level -= 1;
    else if (code === comma && level === 0) {
      yield list.slice(start, at);
      start = at + 1;
    }
  }
  const last = list.slice(start, -1);
  if (start > 1 || last.trim() !== '') yield last;
}

/** Where each number of a JSON text begins and ends. Text that is not JSON may be divided in any way. */
export function* numbersIn(text: string): Generator<readonly [start: number, end: number], void> {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (beginsNumber(code)) {
      const start = at;
      while (continuesNumber(text.charCodeAt(at + 1))) at += 1;
      yield [start, at + 1];
    }
  }
}

const quote = 0x22;
const plus = 0x2b;
const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const backslash = 0x5c;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const capitalE = 0x45;
const smallE = 0x65;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

function beginsNumber(code: number): boolean {
  return code === minus || (code >= zero && code <= nine);
}

function continuesNumber(code: number): boolean {
  return beginsNumber(code) || code === point || code === plus || code === capitalE || code === smallE;
}

/**
 * Where the string that begins here ends; the end of the text if it does not. Searching for quotation marks is much faster
 * than reading each character, above all before the code is compiled.
 */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}
