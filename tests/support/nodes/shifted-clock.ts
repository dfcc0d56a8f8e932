/** The setting of a process whose clock differs by so many milliseconds: it is loaded before the service. */
export const shiftedClock = (milliseconds: number): { readonly NODE_OPTIONS: string } => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...parts) {
        if (parts.length > 0) super(...parts);
        else super(Real.now() + ${milliseconds});
      }
      static now() {
        return Real.now() + ${milliseconds};
      }
    };`)}`,
});
