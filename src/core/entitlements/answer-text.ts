/** An answer as JSON, cut where the instant of its evaluation belongs. */
export interface AnswerText {
  readonly head: string;
  readonly tail: string;
}

const before = '"evaluatedAt":"';

export function answerText<Answer extends { readonly evaluatedAt: string }>(answer: Answer): AnswerText {
  const text = JSON.stringify(answer);
  // In a value the quotes would be escaped, so this is the member and nothing else.
  const cut = text.lastIndexOf(before) + before.length;
  return { head: text.slice(0, cut), tail: text.slice(cut + answer.evaluatedAt.length) };
}
