import { buildService } from './build.js';

// `npm start` runs what is checked out, so it builds first: a fraction of a second. An image that was built
// before runs `node dist/command.js` instead.
await buildService();
await import(new URL('dist/command.js', import.meta.url).href);
