import { notifications } from '@mantine/notifications';
import { ApiError } from '../api/api-error.ts';

/** Shows an API error as a notification; other errors are bugs and are rethrown. */
export function showError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  notifications.show({ color: 'red', title: error.title, message: error.advice, autoClose: 12_000 });
}

/** Shows a success notification. */
export function showDone(message: string): void {
  notifications.show({ color: 'teal', message });
}
