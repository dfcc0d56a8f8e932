import { Button, Group, Progress, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showDone, showError } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { webhooksKey } from '../endpoints/queries.ts';
import { replay, type WebhookDelivery } from './queries.ts';
import styles from './replay-selection.module.css';

interface ReplaySelectionProps {
  readonly chosen: readonly WebhookDelivery[];
  readonly shown: readonly WebhookDelivery[];
  readonly onSelect: (deliveries: readonly WebhookDelivery[]) => void;
}

/** The bar of selected deliveries; replays them one after the other. */
export function ReplaySelection({ chosen, shown, onSelect }: ReplaySelectionProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [sent, setSent] = useState(0);
  const replaying = useMutation({
    mutationFn: async () => {
      setSent(0);
      for (const delivery of chosen) {
        await replay(workspaceId, delivery);
        setSent((count) => count + 1);
      }
      return chosen.length;
    },
    onSuccess: (count) => {
      onSelect([]);
      showDone(count === 1 ? 'Delivery replayed.' : `${count} deliveries replayed.`);
    },
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksKey(workspaceId) }),
  });
  if (chosen.length === 0) return null;
  return (
    <section className={styles.bar} aria-label="Selection">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {chosen.length} selected
        </Text>
        <Group gap="xs">
          {chosen.length < shown.length && (
            <Button size="xs" variant="default" onClick={() => onSelect(shown)}>
              Select all {shown.length} on this page
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => onSelect([])}>
            Clear
          </Button>
          <Button size="xs" loading={replaying.isPending} onClick={() => replaying.mutate()}>
            Replay
          </Button>
        </Group>
      </Group>
      {replaying.isPending && (
        <Progress
          mt="xs"
          size="sm"
          value={(sent / chosen.length) * 100}
          aria-label={`${sent} of ${chosen.length} replayed`}
        />
      )}
    </section>
  );
}
