import { Text } from '@mantine/core';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import styles from './sideways-scroll.module.css';

interface SidewaysScrollProps {
  /** For screen readers. */
  readonly label: string;
  /** Shown while the content is wider than the window: `Scroll sideways to see all 4 plans.` */
  readonly hint: string;
  readonly children: ReactNode;
}

/** Content that scrolls sideways where it is too wide, and says so: a hint above it, a shadow at the edge that hides more. */
export function SidewaysScroll({ label, hint, children }: SidewaysScrollProps) {
  const [{ isWider, hidesMore }, set] = useState({ isWider: false, hidesMore: false });
  const observer = useRef<ResizeObserver>(null);
  const measure = useCallback((element: HTMLElement) => {
    const { scrollWidth, clientWidth, scrollLeft } = element;
    const next = {
      isWider: scrollWidth > clientWidth + 1,
      hidesMore: scrollLeft + clientWidth < scrollWidth - 1,
    };
    set((was) => (was.isWider === next.isWider && was.hidesMore === next.hidesMore ? was : next));
  }, []);
  const attach = useCallback(
    (element: HTMLElement | null) => {
      observer.current?.disconnect();
      if (!element) return;
      observer.current = new ResizeObserver(() => measure(element));
      observer.current.observe(element);
      for (const child of element.children) observer.current.observe(child);
    },
    [measure],
  );
  return (
    <>
      {isWider && (
        <Text size="xs" c="dimmed" mb={4}>
          {hint}
        </Text>
      )}
      <div className={styles.frame} data-more={hidesMore || undefined}>
        <section
          ref={attach}
          className={styles.scroll}
          data-scrolls
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it, too.
          tabIndex={0}
          aria-label={label}
          onScroll={({ currentTarget }) => measure(currentTarget)}
        >
          {children}
        </section>
      </div>
    </>
  );
}
