import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'emulators/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/support/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
