import { expect, it } from 'vitest';
import { unsafeSettings } from './unsafe-settings.ts';

it.each([
  ['https://tessera.example', false, []],
  ['http://127.0.0.1:4000', false, []],
  ['http://localhost', false, []],
  ['http://tessera.example', false, [expect.stringContaining('PUBLIC_URL is not https')]],
  ['https://tessera.example', true, [expect.stringContaining('ALLOW_LOCAL_WEBHOOKS is true')]],
])('unsafe settings of %s with local webhooks %s', (publicUrl, allowsLocalWebhooks, warnings) => {
  expect(unsafeSettings({ publicUrl, allowsLocalWebhooks })).toEqual(warnings);
});
