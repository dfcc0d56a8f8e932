import { once } from 'node:events';
import { WebSocket } from 'undici';

/** The address of the Node.js inspector after SIGUSR1. */
const inspector = 'http://127.0.0.1:9229/json/list';

/** The heap size of a Node.js process after garbage collection, in bytes. */
export async function collectedHeap(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await inspectorAddress());
  await once(socket, 'open');
  try {
    await call(socket, 1, 'HeapProfiler.collectGarbage');
    const { usedSize } = await call(socket, 2, 'Runtime.getHeapUsage');
    return usedSize as number;
  } finally {
    socket.close();
  }
}

async function inspectorAddress(): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    try {
      const [target] = (await (await fetch(inspector)).json()) as { webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (tries === 100) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function call(socket: WebSocket, id: number, method: string): Promise<Record<string, unknown>> {
  const answered = new Promise<Record<string, unknown>>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as { id?: number; result?: Record<string, unknown> };
      if (message.id !== id) return;
      if (message.result) resolve(message.result);
      else reject(new Error(`${method}: ${String(data)}`));
    });
  });
  socket.send(JSON.stringify({ id, method }));
  return answered;
}
