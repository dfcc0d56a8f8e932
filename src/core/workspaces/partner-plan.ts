/** The partner plans, with the maximum and the default rate limit of an API client. */
export const partnerPlans = {
  Starter: { quota: 600, defaultRateLimit: 300 },
  Growth: { quota: 3_000, defaultRateLimit: 600 },
  Scale: { quota: 6_000, defaultRateLimit: 1_200 },
} as const;
export type PartnerPlan = keyof typeof partnerPlans;
