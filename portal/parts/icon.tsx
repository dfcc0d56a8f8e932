/** Paths on a 24 by 24 grid, stroke width 1.8. */
const paths = {
  arrow: 'M5 12h14M13 6l6 6-6 6',
  overview: 'M4 4h7v7H4zM13 4h7v4h-7zM13 11h7v9h-7zM4 14h7v6H4z',
  products: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  customers: 'M4 21V6l8-3v18M12 9l8 3v9M2 21h20M7 9h2M7 13h2M7 17h2M15.5 15h1M15.5 18h1',
  subscriptions: 'M4 9a8 8 0 0 1 14-3l2 2M20 3v5h-5M20 15a8 8 0 0 1-14 3l-2-2M4 21v-5h5',
  usage: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  apiClients: 'M8 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 11h9M18 11v4M15 11v3',
  webhooks: 'M4 12h9M9 8l4 4-4 4M13 4h5a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-5',
  inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1.5 3h3l1.5-3h5',
  auditLog: 'M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7',
  members:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14a6.5 6.5 0 0 1 3.5 6',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  purchases: 'M3 4h3l2.5 11h9L20 8H7M10 19.5h.01M17 19.5h.01',
  filter: 'M3 6h18M7 12h10M10 18h4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4.5l3 1.5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  plus: 'M12 5v14M5 12h14',
  chevrons: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  serviceAccounts:
    'M7 9h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM12 9V5M9 14h.01M15 14h.01',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  grip: 'M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  signOut: 'M10 4H5v16h5M10 12h10M16 8l4 4-4 4',
  light:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  auto: 'M4 5h16v11H4zM9 20h6M12 16v4',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  retry: 'M20 11a8 8 0 1 0-1 5M20 5v6h-6',
} as const;

export type IconName = keyof typeof paths;

/** Decorative: hidden from screen readers. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' || name === 'grip' ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
