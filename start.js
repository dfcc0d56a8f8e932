import { buildPortal, buildService } from './build.js';

// `npm start` runs what is checked out, so it builds first: a fraction of a second, and a few more for the portal when
// that has changed. An image that was built before runs `node dist/command.js` instead.
await Promise.all([buildService(), buildPortal()]);
await import(new URL('dist/command.js', import.meta.url).href);
