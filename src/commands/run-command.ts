import { CannotStart } from '../core/operations/cannot-start.ts';
import { Call, Refused, WrongCall } from './call.ts';
import { commandHelp, groupHelp, overview } from './help.ts';
import { readCall } from './read-call.ts';
import { commands } from './table.ts';
import { serviceVersion } from './version.ts';

/** Runs the typed command and returns the exit code: 1 for a refusal, 2 for wrong usage. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const read = readCall(args, commands);
    if (read.kind === 'version') return print(`${serviceVersion}\n`);
    if (read.kind === 'help') {
      if (read.about === 'all') return print(overview(commands));
      return print('word' in read.about ? groupHelp(read.about) : commandHelp(read.about));
    }
    const run = await read.command.load();
    const call = new Call(read.values, environment);
    return await run(call, commands).catch((error: unknown) => fail(error, call.has('json')));
  } catch (error) {
    return fail(error, false);
  }
}

/** Errors that a person can fix are one or two lines, or with `--json` one object. */
function fail(error: unknown, isJson: boolean): number {
  if (!(error instanceof WrongCall || error instanceof CannotStart || error instanceof Refused)) throw error;
  const code =
    error instanceof Refused ? error.code : error instanceof WrongCall ? 'call.wrong' : 'start.failed';
  const { message } = error;
  process.stderr.write(isJson ? `${JSON.stringify({ error: { code, message } })}\n` : `${message}\n`);
  return error instanceof WrongCall ? 2 : 1;
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}
