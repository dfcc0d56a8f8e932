import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface RunningProcess {
  readonly pid: number;
  readonly url: string;
  /** Sends a message to the process and waits for its answer. */
  request(): Promise<unknown>;
  stop(): Promise<void>;
}

/** Running processes, so that an interrupted bench stops them. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A Node process that listens once it has written a line with `"url":"http://…"` in it. */
export async function startNodeProcess(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningProcess> {
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit', 'ipc'];
  const child = spawn(process.execPath, args, { env: environment, stdio });
  running.add(child);
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  const url = await Promise.race([
    readUrl(child),
    ended.then((code) => {
      throw new Error(`${args.join(' ')} ended with ${code} before it listened`);
    }),
  ]);
  return {
    pid: child.pid ?? 0,
    url,
    async request() {
      const answered = once(child, 'message');
      child.send({});
      return (await answered)[0];
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Runs a program and returns its output. */
export async function runProgram(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  const written: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => written.push(chunk));
  const [code] = await once(child, 'close');
  running.delete(child);
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  return Buffer.concat(written).toString();
}

async function readUrl({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The process has no output to read');
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const url = /"url":"(http:[^"]+)"/.exec(line)?.[1];
      if (url) resolve(url);
      else process.stderr.write(`${line}\n`);
    });
  });
}
