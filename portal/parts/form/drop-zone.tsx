import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** Includes a button to choose files. */
  readonly children: ReactNode;
}

/** An area of a page on which files can be dropped. */
export function DropZone({ onFiles, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are also chosen by a button.
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
