import { AreaNavigation } from '../../parts/area-navigation.tsx';

const links = [
  { name: 'Reports', to: '/$workspace/usage' },
  { name: 'By subscription', to: '/$workspace/usage/by-subscription' },
  { name: 'Differences', to: '/$workspace/usage/differences' },
] as const;

export const UsageNavigation = () => <AreaNavigation of="Usage" links={links} />;
