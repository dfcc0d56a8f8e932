/** The part of Node's `ServerResponse` that is used. */
interface NodeResponse {
  readonly statusCode: number;
  readonly headersSent: boolean;
  once(event: 'finish' | 'close', listener: () => void): unknown;
}

/** Calls back once with the status that was sent; 0 if the connection ended before. */
export function onResponse(response: NodeResponse, callback: (status: number) => Promise<void>): void {
  let isDone = false;
  const end = () => {
    if (isDone) return;
    isDone = true;
    callback(response.headersSent ? response.statusCode : 0).catch(() => {});
  };
  response.once('finish', end);
  response.once('close', end);
}
