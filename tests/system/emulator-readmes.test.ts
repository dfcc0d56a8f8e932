import { expect, it, onTestFinished } from 'vitest';
import { sampleAws } from '../../emulators/aws-marketplace/sample-directory.ts';
import { startAwsEmulator } from '../../emulators/aws-marketplace/start.ts';
import { CLIENT, NORTHWIND } from '../../emulators/entra/sample-directory.ts';
import { sampleMarketplace } from '../../emulators/microsoft-marketplace/sample-directory.ts';
import { startMarketplaceAlone } from '../../emulators/microsoft-marketplace/start-alone.ts';
import { readmeExamples, runCommand, runScript } from '../support/requests/readme-examples.ts';

it('the example of the identity provider runs', async () => {
  const [example = ''] = await readmeExamples('entra');
  const claims = JSON.parse(await runScript(example));
  expect(claims).toMatchObject({ azp: CLIENT, tid: NORTHWIND, ver: '2.0' });
});

it('the example of the directory runs', async () => {
  const [example = ''] = await readmeExamples('graph');
  expect(JSON.parse(await runScript(example))).toMatchObject({
    value: [
      { serviceIdentifier: 'contoso.planner.team', state: 'active' },
      { serviceIdentifier: 'contoso.notes.basic', state: 'warning' },
    ],
  });
});

it('the mailbox starts with the command shown, and the calls run', async () => {
  const [command, ...calls] = await readmeExamples('mailbox');
  await runCommand(`${command} -- --port 0 --smtp-port 0`, 'SMTP:', async (output) => {
    const [url = '', smtpUrl = ''] = [/^Mailbox: (\S+)/m, /^SMTP: +(\S+)/m].map(
      (line) => line.exec(output)?.[1],
    );
    const script = calls
      .join('\n')
      .replaceAll('http://127.0.0.1:4320', url)
      .replaceAll('smtp://127.0.0.1:4325', smtpUrl);
    const answers = await runScript(script);
    expect(answers).toContain('"subject":"Good morning","text":"How is it going?');
    expect(answers).toContain('[{"kind":"later"},{"kind":"never","address":"gone@arcadia.example"}]');
    expect(answers).toContain('{"faults":[]}');
  });
});

it('the marketplace starts with the command shown', async () => {
  const [command] = await readmeExamples('microsoft-marketplace');
  await runCommand(`${command} -- --port 0 --idp-port 0`, 'tailspin', async (output) => {
    const url = /^Marketplace: (\S+)/m.exec(output)?.[1] ?? '';
    expect(await (await fetch(url)).text()).toContain('contoso');
    expect(output).toContain('a-secret-of-the-publishers');
  });
});

it('the calls of the marketplace run', async () => {
  const [, ...examples] = await readmeExamples('microsoft-marketplace');
  const alone = await startMarketplaceAlone({ directory: sampleMarketplace });
  onTestFinished(() => alone.close());
  const script = examples
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

it('AWS Marketplace starts with the command shown', async () => {
  const [command] = await readmeExamples('aws-marketplace');
  await runCommand(`${command} -- --port 0`, '777788889999', async (output) => {
    const url = /^AWS Marketplace: (\S+)/m.exec(output)?.[1] ?? '';
    expect(await (await fetch(url)).text()).toContain('Contoso Planner');
    expect(output).toContain('a-secret-of-the-sellers-access-key');
  });
});

it('the calls of AWS Marketplace run', async () => {
  const [, ...examples] = await readmeExamples('aws-marketplace');
  const emulator = await startAwsEmulator({ directory: sampleAws, settings: { licenseMilliseconds: 1_000 } });
  onTestFinished(() => emulator.close());
  const script = examples.join('\necho\n').replaceAll('http://127.0.0.1:4330', emulator.url);
  const answers = await runScript(script);
  expect(answers).toContain(
    '"ProductCode":"contosoplannercode1234567","CustomerAWSAccountId":"222233334444"',
  );
  expect(answers).toContain('"Status":"Success"');
  expect(answers).toContain('"Status":"DuplicateRecord"');
  expect(answers).toContain('"Dimension":"team"');
  expect(answers).toContain('"intent":"RENEW"');
  expect(answers).toContain('"eventCopies":2');
  expect(answers).toMatch(/T23:30:00\.\d{3}Z"\}/);
  expect(answers).toContain(
    '{"faults":[{"kind":"disabled","region":"eu-west-1"},{"kind":"unprocessed","times":2}]}',
  );
  expect(answers).toContain('{"faults":[]}');
  expect(answers).not.toContain('"error":"');
  expect(answers).not.toContain('__type');
});
