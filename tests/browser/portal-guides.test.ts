import { beforeAll, expect, it } from 'vitest';
import { expectAccessible } from '../support/browser/browser.ts';
import { PortalDemo } from '../support/browser/portal-demo.ts';

let demo: PortalDemo;
beforeAll(async () => {
  demo = await PortalDemo.shared();
});

/** The parts of the reference page: a document and one of its tags. */
async function partsOfReference(): Promise<readonly string[]> {
  const documents = { api: '/openapi.json', administration: '/api/admin/v1/openapi.json' };
  const parts = Object.entries(documents).map(async ([name, path]) => {
    const answer = await fetch(new URL(path, demo.portalUrl));
    const { tags } = (await answer.json()) as { tags: readonly { readonly name: string }[] };
    return tags.map((tag) => `/docs/#${name}/tag/${tag.name.toLowerCase().replaceAll(' ', '-')}`);
  });
  return (await Promise.all(parts)).flat();
}

it('pages link to their guide or to a part of the reference', async () => {
  const parts = await partsOfReference();
  await demo.visit('Mara Voss', async (page) => {
    const addressOf = async (path: string, name: string) => {
      await page.goto(demo.address(path));
      return page.getByRole('link', { name, exact: true }).getAttribute('href');
    };
    expect(parts).toContain(await addressOf('webhooks/event-types', 'Events and signatures'));
    expect(await addressOf('plan-mappings', 'Map a plan to an offer')).toBe(
      '/docs/guides/how-to/manage-the-catalogue#map-a-plan-to-an-offer',
    );
    await page.goto(new URL((await addressOf('webhooks', 'Receive webhooks')) ?? '', demo.portalUrl).href);
    await page.getByRole('heading', { level: 1, name: 'Receive webhooks' }).waitFor();
    await expectAccessible(page);
    await page
      .getByRole('navigation', { name: 'Guides' })
      .getByRole('link', { name: 'Architecture' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Architecture' }).waitFor();
    await expectAccessible(page);
    await page.goto(new URL('/docs/#api/tag/webhook-events', demo.portalUrl).href);
    // The page is long: a link must lead to the heading, not only to the page.
    const heading = page.getByRole('heading', { name: 'Webhook events', exact: true }).first();
    await expect
      .poll(async () => {
        const box = await heading.boundingBox();
        return box !== null && box.y >= 0 && box.y < 450;
      })
      .toBe(true);
  });
});

it('the guides are searched, and their examples name this service and can be copied', async () => {
  await demo.visit('Mara Voss', async (page) => {
    await page.goto(new URL('/docs/guides/', demo.portalUrl).href);
    const field = page.getByRole('searchbox', { name: 'Search the guides' });
    await field.waitFor();
    await expectAccessible(page);
    await field.fill('rotate encryp');
    await page.getByRole('link', { name: 'Rotate it Back up and rotate the encryption key' }).waitFor();
    await field.fill('zzzz');
    await page.getByText('No guide has these words.').waitFor();
    await field.fill('authenticate call api');
    await field.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Call the API' }).waitFor();

    const example = page.locator('pre', { hasText: '/api/v1/catalogue/products' }).first();
    const { origin } = new URL(demo.portalUrl);
    expect(await example.textContent()).toContain(`${origin}/api/v1/catalogue/products`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await example.locator('..').getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await example.textContent());
  });
});
