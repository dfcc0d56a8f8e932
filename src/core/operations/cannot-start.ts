/** A reason not to start that a person can mend. Its message is one line that says what to do. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
