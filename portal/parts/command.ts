/** The dialogs that the command palette opens on their pages. */
export type Command =
  | 'add-product'
  | 'add-customer'
  | 'add-subscription'
  | 'register-client'
  | 'add-endpoint'
  | 'invite-member'
  | 'add-service-account'
  | 'connect-marketplace';
