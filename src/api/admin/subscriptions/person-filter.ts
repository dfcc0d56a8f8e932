import { searchFor } from '../paging.ts';

/** The filter of lists of a customer's people. */
export const personFilter = {
  search: searchFor('Part of an e-mail address or of an object id.'),
};
