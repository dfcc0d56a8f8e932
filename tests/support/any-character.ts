import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/** Any character. The unit `binary` of fast-check is the same, and takes a second of CPU time to load. */
export const anyCharacter = fc
  .nat({ max: 0x10ffff - surrogates.count })
  .map((number) => String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count));
