/** The names of the fields of a contract's dimensions start with this. */
export const valuePrefix = 'value:';
