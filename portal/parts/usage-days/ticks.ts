/** The steps that people count in, as parts of a power of ten. */
const steps = [1, 2, 2.5, 5, 10];
const intervals = 4;

/** Even ticks of an axis from 0 to at least the maximum. */
export function ticksTo(maximum: number): readonly number[] {
  if (maximum <= 0) return [0, 1];
  const least = maximum / intervals;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = (steps.find((one) => one * power >= least) ?? 10) * power;
  const count = Math.ceil(maximum / step);
  // Rounded: a multiple of 0.1 is none as a double.
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
