import { createContext, useCallback, useContext, useId, useLayoutEffect, useRef, useState } from 'react';

/** A filter that is in force. */
export interface ActiveFilter {
  /** `Status: Active` */
  readonly text: string;
  readonly remove: () => void;
}

type Register = (id: string, filter: ActiveFilter) => () => void;

const RegisterContext = createContext<Register | null>(null);

/** Around the fields of a list, which register what they filter by. */
export const ActiveFilters = RegisterContext.Provider;

/** The filters in force of the fields inside `ActiveFilters`. */
export function useActiveFilters(): {
  readonly active: readonly ActiveFilter[];
  readonly register: Register;
} {
  const [filters, setFilters] = useState<ReadonlyMap<string, ActiveFilter>>(new Map());
  const register = useCallback<Register>((id, filter) => {
    setFilters((before) => new Map(before).set(id, filter));
    return () => setFilters((before) => new Map([...before].filter(([known]) => known !== id)));
  }, []);
  return { active: [...filters.values()], register };
}

/** Registers a field's filter: `Status: Active`. Without a text it is not in force. */
export function useActiveFilter(text: string | undefined, remove: () => void): void {
  const register = useContext(RegisterContext);
  const id = useId();
  const latest = useRef(remove);
  latest.current = remove;
  useLayoutEffect(() => {
    if (text === undefined) return undefined;
    return register?.(id, { text, remove: () => latest.current() });
  }, [register, id, text]);
}
