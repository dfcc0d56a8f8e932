/** A response as JSON, split around the value of `evaluatedAt`, so that it can be cached. */
export interface AnswerText {
  readonly head: string;
  readonly tail: string;
}

const before = '"evaluatedAt":"';

export function answerText<Answer extends { readonly evaluatedAt: string }>(answer: Answer): AnswerText {
  const text = JSON.stringify(answer);
  // Quotes inside a value are escaped, so this matches only the member.
  const cut = text.lastIndexOf(before) + before.length;
  return { head: text.slice(0, cut), tail: text.slice(cut + answer.evaluatedAt.length) };
}
