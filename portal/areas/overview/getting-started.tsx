import { Button, Group, Text } from '@mantine/core';
import { Icon } from '../../parts/icon.tsx';
import { DocsLink } from '../../parts/links/docs-link.tsx';
import { Section } from '../../parts/section.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import styles from './getting-started.module.css';
import { type GettingStarted, useGettingStarted } from './getting-started-query.ts';
import { StepLink } from './step-link.tsx';
import { stepTexts } from './step-texts.ts';

/** The steps to the first sale, until all are done or the person hides them. */
export function GettingStartedSection() {
  const { workspaceId } = useWorkspace();
  const { data, isHidden, setHidden } = useGettingStarted(workspaceId);
  if (!data || data.isComplete) return null;
  if (isHidden) {
    return (
      <Text size="sm" c="dimmed" mb="md">
        {doneIn(data)} of getting started.{' '}
        <Button variant="transparent" size="compact-sm" px={0} onClick={() => setHidden(false)}>
          Show the steps
        </Button>
      </Text>
    );
  }
  return (
    <Section
      title="Getting started"
      lead={
        <>
          From an empty workspace to the first sale. {doneIn(data)}. <DocsLink topic="firstSale" />
        </>
      }
      actions={
        <Button variant="default" onClick={() => setHidden(true)}>
          Hide
        </Button>
      }
    >
      <ol className={styles.steps}>
        {data.steps.map(({ step, isDone, isReady }) => (
          <li key={step} data-done={isDone || undefined} data-next={step === data.next || undefined}>
            <span className={styles.mark}>{isDone && <Icon name="check" size={14} />}</span>
            <div>
              <Text size="sm" fw={600}>
                {stepTexts[step].title}
                {isDone && (
                  <Text span size="sm" c="dimmed" fw={400}>
                    {' '}
                    · done
                  </Text>
                )}
              </Text>
              {!isDone && (
                <Text size="sm" c="dimmed">
                  {stepTexts[step].why} <DocsLink topic={stepTexts[step].docs} />
                </Text>
              )}
            </div>
            {!isDone && isReady && (
              <Group justify="flex-end">
                <StepLink step={step} state={data} variant={step === data.next ? 'filled' : 'default'} />
              </Group>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

const doneIn = ({ steps }: GettingStarted) =>
  `${steps.filter(({ isDone }) => isDone).length} of ${steps.length} steps are done`;
