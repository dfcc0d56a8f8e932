import type { Schemas } from '../api/client.ts';

type Product = Schemas['Product'];
type Plan = Product['plans'][number];

export const typeLabels: Readonly<Record<Product['types'][number], string>> = {
  WebApp: 'Web app',
  TeamsApp: 'Teams app',
  SharePointApp: 'SharePoint app',
  OfficeAddIn: 'Office add-in',
  PowerPlatformSolution: 'Power Platform solution',
};

export const licenceLabels: Readonly<Record<Plan['licenceModel'], string>> = {
  TenantWide: 'Whole tenant',
  Seats: 'Seats',
  IdpManaged: 'Identity provider',
};

export const billingLabels: Readonly<Record<Plan['billingModel'], string>> = {
  FlatRate: 'Flat rate',
  PerUser: 'Per user',
};
