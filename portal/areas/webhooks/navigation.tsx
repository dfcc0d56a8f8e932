import { AreaNavigation } from '../../parts/area-navigation.tsx';

export function WebhookNavigation() {
  return (
    <AreaNavigation
      of="Webhook pages"
      links={[
        { name: 'Endpoints', to: '/$workspace/webhooks' },
        { name: 'Deliveries', to: '/$workspace/webhooks/deliveries' },
        { name: 'Event types', to: '/$workspace/webhooks/event-types' },
      ]}
    />
  );
}
