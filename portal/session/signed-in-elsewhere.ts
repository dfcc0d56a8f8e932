const channelName = 'tessera.session';

/** Tells the other tabs of the portal that somebody has signed in. */
export function announceSignIn(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('signed in');
  channel.close();
}

/** Listens for a sign-in in another tab; returns how to stop. */
export function onSignedIn(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = listener;
  return () => channel.close();
}
