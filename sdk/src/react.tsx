'use client';

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { BrowserEntitlement } from './browser-entitlement.ts';
import type { NamesOf, ProductName, ProductNames } from './names.ts';

export type { BrowserEntitlement } from './browser-entitlement.ts';

/** A page knows the entitlement of one product, but not of which. */
type Name<Kind extends keyof ProductNames> = NamesOf<ProductName, Kind>;

/** What the pages know. Until the endpoint has answered, `entitlement` and `error` are undefined. */
export interface KnownEntitlement {
  readonly entitlement: BrowserEntitlement | undefined;
  /** Why the endpoint's latest response could not be used. The entitlement before it stays. */
  readonly error: Error | undefined;
  /** Reads the endpoint again. */
  readonly refresh: () => void;
}

const Context = createContext<KnownEntitlement | undefined>(undefined);

export interface TesseraProviderProps {
  /** The application's own endpoint, which returns `browserEntitlement(held)` for the signed-in user's tenant. */
  readonly url: string;
  /** The entitlement of a page that the server renders: it is used without a request. */
  readonly initial?: BrowserEntitlement;
  readonly children?: ReactNode;
}

/** Reads the endpoint at first, and again each time the page becomes visible. */
export function TesseraProvider({ url, initial, children }: TesseraProviderProps) {
  const [state, setState] = useState<Omit<KnownEntitlement, 'refresh'>>({
    entitlement: initial,
    error: undefined,
  });
  const request = useRef<AbortController>(undefined);
  const refresh = useMemo(
    () => () => {
      request.current?.abort();
      const controller = new AbortController();
      request.current = controller;
      readEntitlement(url, controller.signal).then(
        (entitlement) => setState({ entitlement, error: undefined }),
        (error) => {
          if (!controller.signal.aborted) setState(({ entitlement }) => ({ entitlement, error }));
        },
      );
    },
    [url],
  );

  const isKnown = initial !== undefined;
  useEffect(() => {
    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible') refresh();
    };
    if (!isKnown) refresh();
    document.addEventListener('visibilitychange', refreshIfVisible);
    return () => {
      document.removeEventListener('visibilitychange', refreshIfVisible);
      request.current?.abort();
    };
  }, [refresh, isKnown]);

  const known = useMemo(() => ({ ...state, refresh }), [state, refresh]);
  return <Context.Provider value={known}>{children}</Context.Provider>;
}

export function useEntitlement(): KnownEntitlement {
  const known = useContext(Context);
  if (known === undefined) throw new Error('Put a <TesseraProvider> around the components that use it.');
  return known;
}

/** False until the endpoint has answered. */
export function useCapability(capability: Name<'capabilities'>): boolean {
  return useEntitlement().entitlement?.capabilities.includes(capability) ?? false;
}

/** Undefined until the endpoint has answered, and if it does not name the limit. */
export function useLimit(name: Name<'limits'>): number | undefined {
  return useEntitlement().entitlement?.limits[name];
}

export interface CanProps {
  readonly capability: Name<'capabilities'>;
  readonly children?: ReactNode;
  /** Shown without the capability, but not before the endpoint has answered. */
  readonly fallback?: ReactNode;
}

export function Can({ capability, children, fallback }: CanProps): ReactNode {
  const { entitlement, error } = useEntitlement();
  if (useCapability(capability)) return children;
  return entitlement || error ? fallback : null;
}

async function readEntitlement(url: string, signal: AbortSignal): Promise<BrowserEntitlement> {
  const response = await fetch(url, { signal, headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const entitlement: BrowserEntitlement = await response.json();
  if (!Array.isArray(entitlement?.capabilities) || typeof entitlement.limits !== 'object') {
    throw new Error(`${url} did not answer with browserEntitlement(held)`);
  }
  return entitlement;
}
