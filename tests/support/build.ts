import { buildPortal, buildService } from '../../build.js';

/** What `npm start` would build, once a run: tests that start it side by side find it there. */
export default async function build(): Promise<void> {
  await Promise.all([buildService(), buildPortal()]);
}
