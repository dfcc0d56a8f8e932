/** A quantity of usage has at most six decimals, so no quantity is ever rounded. */
const numbers = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 });

/**
 * The one format of counts, quantities and limits in texts for people: `1,234.5`. A decimal text stays exact, however
 * many digits it has. JSON and CSV have plain numbers.
 */
export const formatNumber = (value: number | string): string => numbers.format(value as number);
