import { buildService } from './build.js';

// Like `npm start`, it runs what is checked out.
await buildService();
const { runListener } = await import(new URL('../dist/webhook-listener.js', import.meta.url).href);
await runListener(process.argv.slice(2), process.env);
