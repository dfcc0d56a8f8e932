import { expect, it } from 'vitest';
import { readmeExamples, runCommand, runScript } from '../shell/readme-examples.fixture.ts';

it('starts with the README’s command, and runs its calls', async () => {
  const [command, ...calls] = await readmeExamples(new URL('.', import.meta.url));
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
