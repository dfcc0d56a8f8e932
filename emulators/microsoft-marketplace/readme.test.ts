import { afterAll, beforeAll, expect, it } from 'vitest';
import { readmeExamples, runCommand, runScript } from '../shell/readme-examples.fixture.ts';
import { sampleMarketplace } from './sample-directory.ts';
import { type LoneMarketplace, startMarketplaceAlone } from './start-alone.ts';

let examples: readonly string[];
let alone: LoneMarketplace;
beforeAll(async () => {
  examples = await readmeExamples(new URL('.', import.meta.url));
  alone = await startMarketplaceAlone({ directory: sampleMarketplace });
});
afterAll(() => alone.close());

it('runs the README’s command', async () => {
  await runCommand(`${examples[0]} -- --port 0 --idp-port 0`, 'tailspin', async (output) => {
    const url = /^Marketplace: (\S+)/m.exec(output)?.[1] ?? '';
    expect(await (await fetch(url)).text()).toContain('contoso');
    expect(output).toContain('a-secret-of-the-publishers');
  });
});

it('runs the README’s calls', async () => {
  const script = examples
    .slice(1)
    .join('\necho\n')
    .replaceAll('http://127.0.0.1:4310', alone.marketplace.url)
    .replaceAll('http://127.0.0.1:4311', alone.idpUrl);
  const answers = await runScript(script);
  expect(answers).toContain('"landingPageUrl":"http://127.0.0.1:8080/land?token=');
  expect(answers).toContain('"saasSubscriptionStatus":"Subscribed"');
  expect(answers).toMatch(/\{"operations":\[\{[^}]*"action":"ChangeQuantity"[^}]*"status":"InProgress"/);
  expect(answers).toMatch(/"quantity":8,"action":"ChangeQuantity"[^}]*"status":"Succeeded"/);
  expect(answers).toContain('"status":"padded"');
  expect(answers).toContain('"status":"Accepted"');
  expect(answers).toContain('"status":"Duplicate"');
  expect(answers).toContain('"submittedQuantity":12.5');
  expect(answers).toContain('"state":"Suspended"');
  expect(answers).toContain('{"kind":"reset-after","share":0.1},{"kind":"throttled","times":2');
  expect(answers).toContain('{"faults":[]}');
  expect(answers).not.toContain('"error":"');
});
