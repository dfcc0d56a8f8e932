import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectFits } from '../../../tests/support/browser/browser.ts';
import { PortalDemo } from '../../../tests/support/browser/portal-demo.ts';
import { testAge } from '../../../tests/support/run/test-time.ts';
import { LandingWorld, people } from '../../../tests/support/worlds/landing-world.ts';
import { CustomerMachine, licencePath } from '../support/customer-machine.ts';
import { PackedLibrary } from '../support/packed-library.ts';

let demo: PortalDemo;
let shop: LandingWorld;
let library: PackedLibrary;
beforeAll(async () => {
  [demo, shop, library] = await Promise.all([PortalDemo.shared(), LandingWorld.open(), PackedLibrary.pack()]);
});
afterAll(async () => {
  await shop?.close();
  await library?.remove();
});

const contoso = 'b0000000-0000-4000-8000-000000000001';
const fabrikam = 'b0000000-0000-4000-8000-000000000002';
const revocationsOf = (signingKeysUrl: string) => signingKeysUrl.replace('jwks.json', 'revoked.jwt');

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const press = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true }).click();

/** Saves what the click downloads beside the application; returns the name that the browser suggests. */
async function saveLicence(page: Page, machine: CustomerMachine, link: Locator): Promise<string> {
  const download = page.waitForEvent('download');
  await link.click();
  const file = await download;
  await file.saveAs(machine.path(licencePath));
  return file.suggestedFilename();
}

/** As from the desktop. */
async function dropFile(field: Locator, path: string): Promise<void> {
  const text = JSON.stringify(await readFile(path, 'utf8'));
  const dataTransfer = await field.page().evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${text}], 'dropped'));
    return transfer;
  })()`);
  await field.dispatchEvent('drop', { dataTransfer });
}

it('staff give an installation its licence file, take its usage, and revoke the file', async () => {
  const { signingKeysUrl } = demo.facts;
  const machine = await CustomerMachine.install(library, signingKeysUrl, testAge);
  const request = ['request', '--name', 'Hall B'];
  await machine.succeed(...request, '--product', 'forum', '--out', 'other.tessera-request');
  const requested = await machine.succeed(
    ...request,
    '--product',
    'aqueduct',
    '--out',
    'hall-b.tessera-request',
  );
  const [, thumbprint = ''] = /for the installation (\S+)\./.exec(requested) ?? [];

  await demo.visit('Siri Holm', async (page) => {
    const dialog = page.getByRole('dialog');
    await page.goto(demo.address(`customers/${contoso}`));
    await press(section(page, 'Licence files'), 'Issue licence file');
    await dialog.getByText(/^Until .* 30 days of grace/).waitFor();
    const chooser = dialog.getByLabel('Choose file: Request file of the installation');
    await chooser.setInputFiles(machine.path('other.tessera-request'));
    await dialog.getByText('The installation asks for another product than aqueduct.').waitFor();
    await chooser.setInputFiles(machine.path('hall-b.tessera-request'));
    await dialog.getByText('Request file of Hall B, signed by the key').waitFor();
    await expectAccessible(page);
    await expectFits(page);
    await press(dialog, 'Issue');
    const issued = row(page, 'Hall B');
    await issued.getByText('Active').waitFor();
    await issued.getByText('by Siri Holm').waitFor();
    await press(page, 'Actions for the licence file of Hall B');
    const name = await saveLicence(page, machine, page.getByRole('menuitem', { name: 'Download' }));
    expect(name).toBe(`aqueduct-${contoso}.tessera-licence`);

    const verify = ['verify', licencePath, '--keys', 'signing-keys.json'];
    const verified = await machine.succeed(...verify);
    for (const fact of [/^State +Active$/m, /^Product +aqueduct$/m, `Bound to      ${thumbprint}`])
      expect(verified).toMatch(fact);
    await machine.startApplication('aqueduct');
    const licensed = { accessLevel: 'Full', scheduling: true, pipelines: 25 };
    expect(await machine.answers()).toEqual({ ...licensed, state: 'Active' });
    for (const dimension of ['ai-requests', 'ai-requests', 'unknown']) await machine.track(dimension);
    const written = await machine.succeed('usage', '--out', 'november.tessera-usage');
    expect(written).toContain('usage file 1 of this installation: 3 events.');

    const usage = machine.path('november.tessera-usage');
    const upload = async (choose: () => Promise<void>) => {
      await press(page, 'Upload usage file');
      await choose();
      await press(dialog, 'Upload');
      await page.getByRole('heading', { name: 'Result of usage file 1' }).waitFor();
      await dialog.getByText('2, counted in their own hour').waitFor();
    };
    const repeated = dialog.getByText('This file was uploaded before. Nothing is counted again.');
    await upload(() => dialog.getByLabel('Choose file: Usage file').setInputFiles(usage));
    await row(page, 'metering.unknown_dimension').waitFor();
    expect(await repeated.count()).toBe(0);
    await page.keyboard.press('Escape');
    await section(page, 'Usage files').getByText('Usage file 1').waitFor();
    await section(page, 'Usage files').getByText('Aqueduct', { exact: true }).waitFor();
    await upload(() => dropFile(dialog.getByRole('textbox', { name: 'Usage file' }), usage));
    await repeated.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect(await section(page, 'Usage files').getByText('Usage file 1').count()).toBe(1);

    await press(page, 'Actions for the licence file of Hall B');
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await dialog.getByText('One that is always offline does not see the list').waitFor();
    await dialog.getByLabel('Reason').fill('The machine was sold.');
    await expectAccessible(page);
    await press(dialog, 'Revoke');
    await issued.getByText('The machine was sold.').waitFor();
    await section(page, 'History').getByText('Licence file revoked').first().waitFor();
    await expectAccessible(page);
    await expectFits(page);

    expect(await machine.answers()).toEqual({ ...licensed, state: 'Active' });
    await machine.download(revocationsOf(signingKeysUrl), 'revoked.jwt');
    await machine.bringRevocationList(await readFile(machine.path('revoked.jwt'), 'utf8'));
    expect(await machine.answers()).toMatchObject({ state: 'Revoked', accessLevel: 'ReadOnly' });
    const refused = await machine.command(...verify, '--revoked', 'revoked.jwt');
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('is revoked')]);
  });

  await demo.visit('Vera Dahl', async (page) => {
    await page.goto(demo.address(`customers/${fabrikam}`));
    await page.getByText('No licence files yet.').waitFor();
    await page.goto(demo.address(`customers/${contoso}`));
    await row(page, 'Hall B').getByText('Revoked').waitFor();
    for (const name of ['Issue licence file', 'Upload usage file', /^Actions for the licence file/])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
  });
});

it("an administrator gets a licence file on the customer's page, uploads its usage and revokes it", async () => {
  const { service, clock } = shop.world;
  await shop.makeSigningKey();
  const signingKeysUrl = `${service.url}/.well-known/tessera/${shop.workspaceId}/jwks.json`;
  const bought = await shop.buy({ planId: 'metered', quantity: undefined });
  await demo.browser.visit(async (page) => {
    await page.goto(bought.link);
    await page.getByRole('link', { name: 'Sign in with your work account' }).click();
    await page.getByRole('button', { name: new RegExp(`^${people.ada.name}`) }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('link', { name: /^Manage account/ }).click();
    const part = page.getByRole('region', { name: 'Licence files' });
    await part.getByText('Issue a licence file').click();
    const chooser = part.getByLabel('Request file of the installation');
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') };
    await chooser.setInputFiles(notes);
    await press(part, 'Issue licence file');
    expect(await part.getByRole('alert').innerText()).toContain('The text is not a request file.');
    await expectAccessible(page);

    const machine = await CustomerMachine.install(
      library,
      signingKeysUrl,
      Date.now() - clock.now().getTime(),
    );
    await machine.succeed('request', '--product', 'forum', '--name', 'Plant 7', '--out', 'plant-7');
    await chooser.setInputFiles(machine.path('plant-7'));
    await part.getByLabel('Valid for').selectOption('1 month');
    await press(part, 'Issue licence file');
    expect(await page.getByRole('status').innerText()).toContain('The licence file is issued.');
    const name = await saveLicence(page, machine, part.getByRole('link', { name: /^Download/ }));
    expect(name).toBe(`forum-${people.ada.tenantId}.tessera-licence`);

    await machine.startApplication('forum');
    expect(await machine.answers()).toMatchObject({ state: 'Active', accessLevel: 'Full' });
    await machine.track('calls');
    await machine.track('none');
    await machine.succeed('usage', '--out', 'november');
    // The machine's clock has gone on.
    clock.forward(600_000);
    await part.getByText('Upload a usage file').click();
    await part.getByLabel('Usage file', { exact: true }).setInputFiles(machine.path('november'));
    await press(part, 'Upload usage file');
    const result = part.getByRole('status');
    expect(await result.innerText()).toContain('Usage file 1 of Plant 7');
    expect(await result.innerText()).toContain('Use one of calls, exactly as written.');
    await expectAccessible(page);

    await part.getByText('Revoke').first().click();
    await part.getByLabel('Reason').fill('The machine was sold');
    await expectAccessible(page);
    await part.getByRole('button', { name: /^Revoke the licence file/ }).click();
    expect(await page.getByRole('status').innerText()).toContain('The licence file is revoked.');
    expect(await part.innerText()).toContain('The machine was sold');
  });
});
