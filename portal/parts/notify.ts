import { notifications } from '@mantine/notifications';
import { ApiError } from '../api/api-error.ts';

/** For what went wrong where no form or page can say so; a fault of our own is thrown on. */
export function showError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  notifications.show({ color: 'red', title: error.title, message: error.advice, autoClose: 12_000 });
}

/** Says in a few words that something was done. */
export function showDone(message: string): void {
  notifications.show({ color: 'teal', message });
}
