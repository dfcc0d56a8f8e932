/** A start-up error that an operator can fix. Its message is one line that says what to do. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
