import { fileURLToPath } from 'node:url';

/** The guides that the build has rendered. */
export const guidesFolder = fileURLToPath(new URL('../../../dist/guides/', import.meta.url));
