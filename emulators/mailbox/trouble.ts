/** How it turns mail away: for now (451), so that it is worth another try, or for good (550). */
export const troubleKinds = ['later', 'never'] as const;

export interface Trouble {
  readonly kind: (typeof troubleKinds)[number];
  /** One recipient alone; everybody, when absent. */
  readonly address?: string;
}

export interface Troubles {
  set(trouble: Trouble): void;
  clear(): void;
  list(): readonly Trouble[];
  /** What the recipient is turned away with; undefined: nothing. */
  meetsWith(address: string): Trouble | undefined;
}

export function createTroubles(): Troubles {
  let troubles: readonly Trouble[] = [];
  return {
    set(trouble) {
      troubles = [...troubles, trouble];
    },
    clear() {
      troubles = [];
    },
    list: () => troubles,
    meetsWith: (recipient) =>
      troubles.find(({ address }) => address === undefined || address === recipient.toLowerCase()),
  };
}

export function replyOf({ kind }: Trouble): { readonly code: number; readonly text: string } {
  return kind === 'later'
    ? { code: 451, text: 'Not now, try again later' }
    : { code: 550, text: 'There is no such mailbox' };
}
