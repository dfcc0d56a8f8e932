#!/usr/bin/env node
// The command of the package that `npm run package` makes. In a checkout `npm start` takes its place, which builds first.
await import(new URL('dist/command.js', import.meta.url).href);
