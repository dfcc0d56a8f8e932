import type { AwsDirectory, Product } from './directory.ts';

/** The seller's account, its key and its role. */
export const contosoAccount = '111122223333';
export const contosoKey = {
  id: 'AKIACONTOSOEMULATED1',
  secret: 'a-secret-of-the-sellers-access-key',
  accountId: contosoAccount,
};
export const contosoRole = {
  arn: `arn:aws:iam::${contosoAccount}:role/marketplace`,
  externalId: 'an-external-id',
};
/** An account without products, whose key can assume the role. */
export const operatorKey = {
  id: 'AKIAOPERATOREMULATED',
  secret: 'a-secret-of-the-operators-access-key',
  accountId: '444455556666',
};
export const tailspinAccount = '777788889999';
export const tailspinKey = {
  id: 'AKIATAILSPINEMULATED',
  secret: 'a-secret-of-another-sellers-key',
  accountId: tailspinAccount,
};

/** Two buyers. */
export const northwindAccount = '222233334444';
export const fabrikamAccount = '333344445555';

export const planner: Product = {
  code: 'contosoplannercode1234567',
  id: 'prod-contosoplanner',
  title: 'Contoso Planner',
  contractDimensions: [],
  meteredDimensions: ['projects', 'exports'],
  hasFreeTrial: true,
};
export const desk: Product = {
  code: 'contosodeskcode1234567890',
  id: 'prod-contosodesk01',
  title: 'Contoso Desk',
  contractDimensions: ['team', 'business'],
  meteredDimensions: [],
};
export const store: Product = {
  code: 'contosostorecode123456789',
  id: 'prod-contosostore1',
  title: 'Contoso Store',
  contractDimensions: ['gigabytes'],
  meteredDimensions: ['gigabytes', 'requests'],
};
export const classic: Product = {
  code: 'contosoclassiccode1234567',
  id: 'prod-contosoclasic',
  title: 'Contoso Classic',
  contractDimensions: [],
  meteredDimensions: ['pages'],
  isLegacy: true,
};

/** Two sellers, and a product of every pricing model: enough for an example and for most tests. */
export const sampleAws: AwsDirectory = {
  sellers: [
    { accountId: contosoAccount, name: 'Contoso', products: [planner, desk, store, classic] },
    {
      accountId: tailspinAccount,
      name: 'Tailspin',
      products: [
        {
          code: 'tailspinflightscode123456',
          id: 'prod-tailspinfligh',
          title: 'Tailspin Flights',
          contractDimensions: [],
          meteredDimensions: ['miles'],
        },
      ],
    },
  ],
  buyers: [
    { accountId: northwindAccount, name: 'Northwind' },
    { accountId: fabrikamAccount, name: 'Fabrikam' },
  ],
  accessKeys: [contosoKey, operatorKey, tailspinKey],
  roles: [contosoRole],
};
