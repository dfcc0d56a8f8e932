/**
 * Ignores the case of ASCII letters only: Unicode folds other characters into them, such as the Kelvin sign into k, and
 * they are of another person's name.
 */
export function foldUserName(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Of user names, and of e-mail addresses that name a person. */
export function isSameUserName(one: string, other: string): boolean {
  return foldUserName(one) === foldUserName(other);
}
