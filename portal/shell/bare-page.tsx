import { Container } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './bare-page.module.css';
import { Mark } from './mark.tsx';

/** A page outside of a workspace, without navigation. */
export function BarePage({ children }: { readonly children: ReactNode }) {
  return (
    <Container component="main" size="sm" py="xl">
      <div className={styles.mark}>
        <Mark />
      </div>
      {children}
    </Container>
  );
}
