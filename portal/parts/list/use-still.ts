import { type RefObject, useEffect, useState } from 'react';

/** Whether somebody points at the element or has the focus in it. */
export const isPointedAt = (element: HTMLElement | null): boolean =>
  element !== null && (element.matches(':hover') || element.contains(document.activeElement));

/** The newest value, but the shown one while somebody points at the element: its links do not move under the cursor. */
export function useStill<Value>(value: Value, element: RefObject<HTMLElement | null>): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const { current } = element;
    const adopt = () => {
      if (!isPointedAt(current)) setShown(value);
    };
    // After the browser has moved the focus.
    const adoptLater = () => void setTimeout(adopt);
    adopt();
    current?.addEventListener('pointerleave', adoptLater);
    current?.addEventListener('focusout', adoptLater);
    return () => {
      current?.removeEventListener('pointerleave', adoptLater);
      current?.removeEventListener('focusout', adoptLater);
    };
  }, [value, element]);
  return shown;
}
