/** A response as JSON, split around the value of `evaluatedAt`, so that it can be cached. */
export interface ResponseText {
  readonly head: string;
  readonly tail: string;
}

const before = '"evaluatedAt":"';

export function responseText<Result extends { readonly evaluatedAt: string }>(answer: Result): ResponseText {
  const text = JSON.stringify(answer);
  // Quotes inside a value are escaped, so this matches only the member.
  const cut = text.lastIndexOf(before) + before.length;
  return { head: text.slice(0, cut), tail: text.slice(cut + answer.evaluatedAt.length) };
}
