#!/usr/bin/env node
import { runOffline } from './offline.ts';

process.exitCode = await runOffline(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
});
