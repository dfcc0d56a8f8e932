'use client';

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { BrowserEntitlement } from './browser-entitlement.ts';
import type { NamesOf, ProductName, ProductNames } from './names.ts';

export type { BrowserEntitlement } from './browser-entitlement.ts';

/** A page knows the entitlement of one product, but not of which. */
type Name<Kind extends keyof ProductNames> = NamesOf<ProductName, Kind>;

/**
 * What the pages know. Until the endpoint has answered, `entitlement` and `error` are undefined.
 *
 * @example
 * ```ts
 * import type { KnownEntitlement } from '@tessera/client/react';
 *
 * const isLoading = ({ entitlement, error }: KnownEntitlement) => !entitlement && !error;
 * ```
 */
export interface KnownEntitlement {
  readonly entitlement: BrowserEntitlement | undefined;
  /** Why the endpoint's latest response could not be used. The entitlement before it stays. */
  readonly error: Error | undefined;
  /** Reads the endpoint again. */
  readonly refresh: () => void;
}

const Context = createContext<KnownEntitlement | undefined>(undefined);

/**
 * The properties of `TesseraProvider`.
 *
 * @example
 * ```ts
 * import type { TesseraProviderProps } from '@tessera/client/react';
 *
 * const props: TesseraProviderProps = { url: '/api/entitlement' };
 * ```
 */
export interface TesseraProviderProps {
  /** The application's own endpoint, which returns `browserEntitlement(held)` for the signed-in user's tenant. */
  readonly url: string;
  /** The entitlement of a page that the server renders: it is used without a request. */
  readonly initial?: BrowserEntitlement;
  /** The components that may use the hooks and `Can`. */
  readonly children?: ReactNode;
}

/**
 * Gives the entitlement to the components in it. Reads the endpoint at first, and again each time the page becomes visible.
 *
 * @example
 * ```tsx
 * import { Can, TesseraProvider } from '@tessera/client/react';
 *
 * export const page = (
 *   <TesseraProvider url="/api/entitlement">
 *     <Can capability="scheduling">
 *       <button type="button">New schedule</button>
 *     </Can>
 *   </TesseraProvider>
 * );
 * ```
 */
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

/**
 * The entitlement, the latest error, and a function that reads the endpoint again. Throws outside `TesseraProvider`.
 *
 * @example
 * ```tsx
 * import { useEntitlement } from '@tessera/client/react';
 *
 * export function Edition() {
 *   const { entitlement, error, refresh } = useEntitlement();
 *   if (error) return <button type="button" onClick={refresh}>Try again</button>;
 *   return <p>{entitlement?.edition?.name ?? 'No plan'}</p>; // Standard
 * }
 * ```
 */
export function useEntitlement(): KnownEntitlement {
  const known = useContext(Context);
  if (known === undefined) throw new Error('Put a <TesseraProvider> around the components that use it.');
  return known;
}

/**
 * Whether the capability is on. False until the endpoint has answered.
 *
 * @example
 * ```tsx
 * import { useCapability } from '@tessera/client/react';
 *
 * export function NewSchedule() {
 *   return <button type="button" disabled={!useCapability('scheduling')}>New schedule</button>;
 * }
 * ```
 */
export function useCapability(capability: Name<'capabilities'>): boolean {
  return useEntitlement().entitlement?.capabilities.includes(capability) ?? false;
}

/**
 * The value of a limit. Undefined until the endpoint has answered, and if it does not name the limit.
 *
 * @example
 * ```tsx
 * import { useLimit } from '@tessera/client/react';
 *
 * export function PipelineCount({ used }: { used: number }) {
 *   return <p>{`${used} of ${useLimit('pipelines') ?? '…'} pipelines`}</p>; // 3 of 25 pipelines
 * }
 * ```
 */
export function useLimit(name: Name<'limits'>): number | undefined {
  return useEntitlement().entitlement?.limits[name];
}

/**
 * The properties of `Can`.
 *
 * @example
 * ```ts
 * import type { CanProps } from '@tessera/client/react';
 *
 * const props: CanProps = { capability: 'private-links', fallback: 'Private links are in the Standard plan.' };
 * ```
 */
export interface CanProps {
  /** The one that decides. */
  readonly capability: Name<'capabilities'>;
  /** Shown with the capability. */
  readonly children?: ReactNode;
  /** Shown without the capability, but not before the endpoint has answered. */
  readonly fallback?: ReactNode;
}

/**
 * Shows its children to tenants with the capability. The server must still refuse what a page hides.
 *
 * @example
 * ```tsx
 * import { Can } from '@tessera/client/react';
 *
 * export const privateLinks = (
 *   <Can capability="private-links" fallback={<p>Private links are in the Standard plan.</p>}>
 *     <button type="button">New private link</button>
 *   </Can>
 * );
 * ```
 */
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
