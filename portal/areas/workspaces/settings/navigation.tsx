import { AreaNavigation } from '../../../parts/area-navigation.tsx';

const links = [
  { name: 'Workspace', to: '/$workspace/settings' },
  { name: 'Marketplace', to: '/$workspace/settings/marketplace' },
  { name: 'Marketplace notifications', to: '/$workspace/settings/calls' },
  { name: 'Licences', to: '/$workspace/settings/licences' },
  { name: 'Signing keys', to: '/$workspace/settings/signing-keys' },
  { name: 'Notifications', to: '/$workspace/settings/notifications' },
] as const;

export const SettingsNavigation = () => <AreaNavigation of="Settings" links={links} />;
