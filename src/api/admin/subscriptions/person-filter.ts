import { Type } from 'typebox';

/** The filter of lists of a customer's people. */
export const personFilter = {
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Part of an e-mail address or of an object id.',
    }),
  ),
};
