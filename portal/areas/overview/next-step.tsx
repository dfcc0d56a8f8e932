import { Anchor, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useWorkspace } from '../../session/workspace.ts';
import styles from './getting-started.module.css';
import { useGettingStarted } from './getting-started-query.ts';
import { StepLink } from './step-link.tsx';
import { stepTexts } from './step-texts.ts';

/** On every page but the overview: the next step of getting started, until all are done or the person hides them. */
export function NextStep() {
  const { workspaceId, slug: workspace } = useWorkspace();
  const { pathname } = useLocation();
  const { data, isHidden } = useGettingStarted(workspaceId);
  if (!data?.next || isHidden || pathname.endsWith('/overview')) return null;
  const { steps, next } = data;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <aside className={styles.bar} aria-label="Getting started">
      <Text size="sm">
        <Anchor
          size="sm"
          underline="always"
          renderRoot={(props) => <Link to="/$workspace/overview" params={{ workspace }} {...props} />}
        >
          Getting started
        </Anchor>
        , {done} of {steps.length}. Next: {stepTexts[next].title.toLowerCase()}
      </Text>
      <StepLink step={next} state={data} variant="light" />
    </aside>
  );
}
