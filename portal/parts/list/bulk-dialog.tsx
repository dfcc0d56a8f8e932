import { List, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { ActionDialog } from '../form/action-dialog.tsx';
import { formatCount } from '../format/format-number.ts';
import { showDone } from '../notify.ts';

/** One thing that is done to every selected row. */
export interface BulkAction<Item> {
  /** `Suspend` */
  readonly verb: string;
  /** `suspended` */
  readonly done: string;
  /** The confirmation dialog's text: the effect of the action on a selected row. */
  readonly effect: string;
  readonly isDangerous?: boolean;
  readonly appliesTo: (item: Item) => boolean;
  readonly act: (item: Item) => Promise<unknown>;
}

interface BulkDialogProps<Item> {
  readonly action: BulkAction<Item>;
  readonly chosen: readonly Item[];
  readonly nameOf: (item: Item) => string;
  readonly noun: string;
  readonly nouns: string;
  readonly onSettled: () => void;
  /** After every row has succeeded. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

interface Failure<Item> {
  readonly item: Item;
  readonly reason: string;
}

const maxNames = 10;

/** Asks once, acts on one row after the other, and shows the rows that failed, which can be retried. */
export function BulkDialog<Item>(props: BulkDialogProps<Item>) {
  const { action, chosen, nameOf, noun, nouns, onSettled, onDone, onClose } = props;
  const [items, setItems] = useState(() => chosen.filter(action.appliesTo));
  const [skipped] = useState(chosen.length - items.length);
  const [finished, setFinished] = useState(0);
  const [failures, setFailures] = useState<readonly Failure<Item>[]>([]);
  const isClosed = useRef(false);
  const many = (count: number) => formatCount(count, noun, nouns);
  const acting = useMutation({
    mutationFn: async () => {
      const failed: Failure<Item>[] = [];
      setFinished(0);
      setFailures([]);
      for (const item of items) {
        if (isClosed.current) break;
        try {
          await action.act(item);
        } catch (error) {
          failed.push({ item, reason: reasonOf(error) });
        }
        setFinished((count) => count + 1);
      }
      return failed;
    },
    onSuccess: (failed) => {
      const done = items.length - failed.length;
      if (done > 0 && !isClosed.current) showDone(`${many(done)} ${action.done}.`);
      setFailures(failed);
      setItems(failed.map(({ item }) => item));
      if (failed.length > 0) return;
      onDone();
      onClose();
    },
    onSettled,
  });
  const hasFailed = failures.length > 0 && !acting.isPending;
  return (
    <ActionDialog
      title={
        hasFailed ? `${many(failures.length)} not ${action.done}` : `${action.verb} ${many(items.length)}?`
      }
      submit={hasFailed ? 'Try again' : action.verb}
      cancel={hasFailed ? 'Close' : 'Cancel'}
      isDangerous={action.isDangerous}
      mutation={acting}
      onSubmit={() => acting.mutate()}
      onClose={() => {
        isClosed.current = true;
        onClose();
      }}
    >
      {hasFailed ? (
        <List size="sm" aria-label="Failures">
          {failures.map(({ item, reason }, index) => (
            <List.Item key={index}>
              {nameOf(item)}: {reason}
            </List.Item>
          ))}
        </List>
      ) : (
        <Stack gap="sm">
          <Text size="sm">{action.effect}</Text>
          <Names names={items.map(nameOf)} />
          {skipped > 0 && (
            <Text size="sm" c="dimmed">
              {`${many(skipped)} of the selection cannot be ${action.done} and ${skipped === 1 ? 'stays' : 'stay'} as ${skipped === 1 ? 'it is' : 'they are'}.`}
            </Text>
          )}
        </Stack>
      )}
      {acting.isPending && (
        <Progress
          value={(finished / items.length) * 100}
          aria-label={`${finished} of ${items.length} ${action.done}`}
        />
      )}
    </ActionDialog>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  const rest = names.length - maxNames;
  return (
    <List size="sm">
      {names.slice(0, maxNames).map((name, index) => (
        <List.Item key={index}>{name}</List.Item>
      ))}
      {rest > 0 && <List.Item>and {rest} more</List.Item>}
    </List>
  );
}

function reasonOf(error: unknown): string {
  return error instanceof ApiError ? `${error.title}. ${error.advice}` : 'The request failed. Try again.';
}
