import { useMutation } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { showError } from '../parts/notify.ts';

/** Ends this session, or every session of the person, and reloads the page: it asks to sign in. */
export const useSignOut = () =>
  useMutation({
    mutationFn: (everywhere: boolean) =>
      api.POST('/api/admin/v1/sign-out', { params: { query: { everywhere } } }),
    onSuccess: () => window.location.reload(),
    onError: showError,
  });
