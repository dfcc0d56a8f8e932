export const landingPath = '/marketplace/landing';
