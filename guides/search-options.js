/** What is searched: sections of guides. The build makes the index with these options, and browsers load it with them. */
export const searchOptions = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['title', 'heading'],
  searchOptions: {
    boost: { title: 4, heading: 3 },
    prefix: true,
    fuzzy: (/** @type {string} */ term) => (term.length > 5 ? 0.15 : false),
    combineWith: /** @type {const} */ ('AND'),
  },
};
