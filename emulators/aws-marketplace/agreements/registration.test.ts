import { ResolveCustomerCommand } from '@aws-sdk/client-marketplace-metering';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AwsUnderTest, startAwsUnderTest } from '../emulator-under-test.fixture.ts';
import { classic, northwindAccount, planner, tailspinKey } from '../sample-directory.ts';

let world: AwsUnderTest;
beforeAll(async () => {
  world = await startAwsUnderTest();
});
afterAll(() => world.stop());
beforeEach(() => world.emulator.changeDialect({ tokens: 'reusable', licenseArn: 'whole' }));

const resolve = (RegistrationToken: string, key?: typeof tailspinKey) =>
  world.metering('us-east-1', key).send(new ResolveCustomerCommand({ RegistrationToken }));
const bought = (productCode: string) => {
  const agreement = world.emulator.purchase({ productCode });
  return { ...agreement, ...world.emulator.issueToken(agreement.id) };
};

it('a token says whose account it is, of which product and licence', async () => {
  const { token, licenseArn } = bought(planner.code);
  const { $metadata: _, ...customer } = await resolve(token);
  expect(customer).toEqual({
    ProductCode: planner.code,
    CustomerAWSAccountId: northwindAccount,
    LicenseArn: licenseArn,
  });
  expect(licenseArn).toMatch(/^arn:aws:license-manager::294406891311:license:l-[0-9a-f]{32}$/);
  world.emulator.changeDialect({ licenseArn: 'without-prefix' });
  expect((await resolve(token)).LicenseArn).toBe(licenseArn.replace('arn:', ''));
});

it('an older listing has a customer identifier', async () => {
  expect((await resolve(bought(classic.code).token)).CustomerIdentifier).toMatch(/^[0-9a-z]{11}$/);
});

it('one account can have several licences of a product', async () => {
  const tokens = [bought(planner.code).token, bought(planner.code).token];
  const customers = await Promise.all(tokens.map((token) => resolve(token)));
  expect(new Set(customers.map(({ CustomerAWSAccountId }) => CustomerAWSAccountId)).size).toBe(1);
  expect(new Set(customers.map(({ LicenseArn }) => LicenseArn)).size).toBe(2);
});

it('is redeemed again until it expires after four hours, or once', async () => {
  const { token } = bought(planner.code);
  await resolve(token);
  world.emulator.clock.advance(4 * 60 * 60 - 1);
  await resolve(token);
  world.emulator.clock.advance(1);
  await expect(resolve(token)).rejects.toMatchObject({ name: 'ExpiredTokenException' });
  world.emulator.clock.reset();
  world.emulator.changeDialect({ tokens: 'single-use' });
  await resolve(token);
  await expect(resolve(token)).rejects.toMatchObject({ name: 'InvalidTokenException' });
});

it('an unknown token, and one of another seller, is invalid; none is not valid', async () => {
  await expect(resolve('unknown')).rejects.toMatchObject({ name: 'InvalidTokenException' });
  await expect(resolve(bought(planner.code).token, tailspinKey)).rejects.toMatchObject({
    name: 'InvalidTokenException',
  });
  await expect(resolve('')).rejects.toMatchObject({ name: 'ValidationException' });
});

it('tokens are many, and not without end', async () => {
  const { token, id } = bought(planner.code);
  for (let count = 0; count < 1_000; count += 1) world.emulator.issueToken(id);
  await expect(resolve(token)).rejects.toMatchObject({ name: 'InvalidTokenException' });
});
