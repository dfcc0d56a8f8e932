import {
  Badge,
  Combobox,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Menu,
  Modal,
  Notification,
  Table,
  TextInput,
  Tooltip,
} from '@mantine/core';

/** The blue of the service's own pages. */
const tessera: MantineColorsTuple = [
  '#eef4fd',
  '#d9e6f8',
  '#b1cbf0',
  '#86aee8',
  '#6295e1',
  '#4c86dd',
  '#3570cc',
  '#1f5fbf',
  '#184c9a',
  '#123a77',
];

/** The greys of dark mode, of one hue with its grounds: fields, checkboxes, hovered and disabled controls. */
const dark: MantineColorsTuple = [
  '#c9ced6',
  '#b3bac4',
  '#828b97',
  '#5f6874',
  '#3a414b',
  '#2d333b',
  '#22262c',
  '#1a1d22',
  '#14171b',
  '#0f1215',
];

export const theme = createTheme({
  colors: { tessera, dark },
  primaryColor: 'tessera',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: '"IBM Plex Mono", ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Badge: Badge.extend({ defaultProps: { tt: 'none', flex: 'none' } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'md' } }),
    // Browsers suggest the person's own name and address, which belong in none of these fields.
    TextInput: TextInput.extend({ defaultProps: { autoComplete: 'off' } }),
    Tooltip: Tooltip.extend({
      defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } },
    }),
    // An opened menu has the focus on its first entry, so that Enter chooses it.
    Menu: Menu.extend({
      defaultProps: { shadow: 'md', position: 'bottom-end', withInitialFocusPlaceholder: false },
    }),
    Combobox: Combobox.extend({ defaultProps: { shadow: 'md' } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } }),
    // Its header is not a banner landmark of the page.
    Modal: Modal.extend({
      styles: {
        title: { fontWeight: 650, lineHeight: 1.35, overflowWrap: 'anywhere' },
        header: { background: 'var(--portal-raised)' },
        content: { background: 'var(--portal-raised)', border: '1px solid var(--portal-raised-line)' },
      },
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.35 },
        closeButtonProps: { 'aria-label': 'Close' },
        attributes: { header: { role: 'presentation' } },
      },
    }),
  },
});

/** The library's dimmed colours have too little contrast (WCAG AA requires 4.5 to 1). */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1d2126',
    '--mantine-color-dimmed': '#555c66',
    '--mantine-color-placeholder': '#6b727c',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': colors.tessera?.[7] ?? '',
    '--mantine-color-default-border': '#dcdad3',
    '--portal-ground': '#f7f6f3',
    '--portal-raised': '#ffffff',
    '--portal-raised-line': 'transparent',
    '--portal-line': '#e6e4de',
    '--portal-control-line': '#7b8189',
    '--portal-hover': '#efede8',
    '--portal-chosen': colors.tessera?.[1] ?? '',
    '--portal-chosen-text': colors.tessera?.[9] ?? '',
    '--portal-good': '#1b7044',
    '--portal-waiting': '#1f5fbf',
    '--portal-attention': '#b8700b',
    '--portal-bad': '#b42318',
    '--portal-over': '#6b727c',
    '--portal-over-faint': '#b9bec6',
  },
  dark: {
    '--mantine-color-body': '#1a1d22',
    '--mantine-color-text': '#e6e8eb',
    '--mantine-color-dimmed': '#a6aeb9',
    '--mantine-color-placeholder': '#949ca7',
    '--mantine-color-error': '#ff9d92',
    '--mantine-color-anchor': '#8ab8ff',
    '--mantine-color-default': '#22262c',
    '--mantine-color-default-hover': '#2a2f37',
    '--mantine-color-default-border': '#3a414b',
    '--portal-ground': '#14171b',
    '--portal-raised': '#1e2228',
    '--portal-raised-line': '#3a414b',
    '--portal-line': '#2b3038',
    '--portal-control-line': '#7a838f',
    '--portal-hover': '#22262c',
    '--portal-chosen': '#20344f',
    '--portal-chosen-text': '#cfe1fb',
    '--portal-good': '#5cc98c',
    '--portal-waiting': '#8ab8ff',
    '--portal-attention': '#f0b455',
    '--portal-bad': '#ff9d92',
    '--portal-over': '#949ca7',
    '--portal-over-faint': '#565e69',
  },
});
