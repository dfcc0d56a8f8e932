import manifest from '../../package.json' with { type: 'json' };

/** The version of the service, which the build takes with it. */
export const serviceVersion: string = manifest.version;
