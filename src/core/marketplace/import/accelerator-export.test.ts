import { describe, expect, it } from 'vitest';
import { finish } from '../../steps.ts';
import {
  type AcceleratorTable,
  type AcceleratorTexts,
  exportCeilings,
  readAcceleratorExport,
} from './accelerator-export.ts';

const read = (texts: AcceleratorTexts) => finish(readAcceleratorExport(texts));

const id = (last: number) => `f0000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const offerGuid = 'A0000000-0000-4000-8000-000000000001';
const texts = {
  Subscriptions: [
    'Id,AMPSubscriptionId,SubscriptionStatus,AMPPlanId,IsActive,UserId,Name,AMPQuantity,PurchaserEmail,PurchaserTenantId',
    `1,${id(1).toUpperCase()},Subscribed,basic,True,7,"Contoso, Ltd",0,NULL,${id(11).toUpperCase()}`,
    `2,${id(2)},Unsubscribed,basic,False,8,"=cmd|'/c calc'!A1",0,ada@fabrikam.example,00000000-0000-0000-0000-000000000000`,
    `3,${id(2)},Unsubscribed,basic,False,8,again,0,ada@fabrikam.example,NULL`,
  ].join('\r\n'),
  Plans: [
    'Id,PlanId,Description,DisplayName,IsmeteringSupported,IsPerUser,PlanGUID,OfferID',
    `4,basic,"Two`,
    `lines",Basic,1,0,${id(20)},${offerGuid.toLowerCase()}`,
    `5,seats,,NULL,0,True,${id(21)},${offerGuid}`,
    `6,lost,,Lost,0,0,${id(22)},${id(23)}`,
  ].join('\n'),
  Offers: `Id,OfferId,OfferName,CreateDate,UserId,OfferGUId\n1,forum,The Forum,NULL,1,${offerGuid}\n`,
  MeteredDimensions:
    'Id,Dimension,PlanId,CreatedDate,Description\n1,posts,4,NULL,Posts written\n2,lost,99,,\n',
  Users: 'UserId,EmailAddress,CreatedDate,FullName\n7,ada@contoso.example,,Ada\n',
} satisfies Record<AcceleratorTable, string>;

const offers = [
  {
    offerId: 'forum',
    name: 'The Forum',
    plans: [
      {
        planId: 'basic',
        name: 'Basic',
        isPerSeat: false,
        dimensions: [{ id: 'posts', name: 'Posts written', unit: null }],
      },
      { planId: 'seats', name: null, isPerSeat: true, dimensions: [] },
    ],
  },
];

describe('the export of the SaaS Accelerator', () => {
  it('has subscriptions with the purchaser’s tenant and a contact, and offers with plans and dimensions', () => {
    expect(read(texts)).toEqual({
      subscriptions: [
        { id: id(1), purchaserTenantId: id(11), contact: 'ada@contoso.example', planId: 'basic', rows: 1 },
        { id: id(2), purchaserTenantId: null, contact: 'ada@fabrikam.example', planId: 'basic', rows: 2 },
      ],
      offers,
    });
  });

  it('may be of a version with other columns, in another order and case, without two of the tables', () => {
    const Subscriptions = `NewColumn;ampsubscriptionid\nx;${id(1)}\n`;
    const Plans = `PLANID,OFFERID\nbasic,${offerGuid}\n`;
    const { Offers } = texts;
    expect(read({ Subscriptions, Plans, Offers })).toEqual({
      subscriptions: [{ id: id(1), purchaserTenantId: null, contact: null, planId: null, rows: 1 }],
      offers: [{ ...offers[0], plans: [{ planId: 'basic', name: null, isPerSeat: false, dimensions: [] }] }],
    });
  });

  it.each<[string, Partial<Record<AcceleratorTable, string | undefined>>, string]>([
    ['a missing file', { Plans: undefined }, 'Plans.csv is missing'],
    [
      'a missing column',
      { Offers: 'OfferName\nx\n' },
      'Offers.csv has no column OfferId, OfferGUId; its first line is: OfferName',
    ],
    ['no header', { Subscriptions: '' }, 'Subscriptions.csv is empty: export it with a header'],
    ['a header of data', { Subscriptions: `${id(1)},x\n` }, 'has no column AMPSubscriptionId'],
    [
      'an unquoted comma',
      { Plans: 'PlanId,OfferID\na,b,c\n' },
      'Plans.csv cannot be read: line 2 has 3 cells',
    ],
    [
      'an invalid id',
      { Subscriptions: 'AMPSubscriptionId\nx\n' },
      'AMPSubscriptionId must be a GUID in each row',
    ],
    [
      'too many subscriptions',
      { Subscriptions: `AMPSubscriptionId\n${`${id(1)}\n`.repeat(exportCeilings.Subscriptions + 1)}` },
      'Subscriptions.csv has 5001 rows; an import takes at most 5000: import it in parts',
    ],
    [
      'text of another encoding',
      { Offers: '\ufffd\ufffdO\0f\0f\0e\0r\0' },
      'Offers.csv has no column OfferId, OfferGUId',
    ],
  ])('is refused for %s', (_, changes, detail) => {
    const given = Object.fromEntries(
      Object.entries({ ...texts, ...changes }).filter(([, text]) => text !== undefined),
    );
    expect(read(given)).toMatchObject({
      refused: true,
      detail: expect.stringContaining(detail),
    });
  });
});
