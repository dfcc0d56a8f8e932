/** The steps from an empty workspace to its first sale, in order. */
export const startingSteps = [
  'ConnectMarketplace',
  'AddProduct',
  'AddPlan',
  'MapPlan',
  'FirstPurchase',
  'RegisterClient',
  'FirstCall',
] as const;
export type StartingStep = (typeof startingSteps)[number];

/** What a workspace has. */
export interface StartingFacts {
  readonly hasConnection: boolean;
  /** Drafts count. */
  readonly hasProduct: boolean;
  /** Only published plans of published products are sold. */
  readonly hasPublishedPlan: boolean;
  readonly hasMapping: boolean;
  readonly hasClient: boolean;
  /** Whether a credential of an API client was used. */
  readonly hasCall: boolean;
  /** Whether a marketplace purchase was activated. */
  readonly hasPurchase: boolean;
}

export interface StepState {
  readonly step: StartingStep;
  readonly isDone: boolean;
  /** Whether the steps that it needs are done. */
  readonly isReady: boolean;
}

const doneBy: Readonly<Record<StartingStep, keyof StartingFacts>> = {
  ConnectMarketplace: 'hasConnection',
  AddProduct: 'hasProduct',
  AddPlan: 'hasPublishedPlan',
  MapPlan: 'hasMapping',
  RegisterClient: 'hasClient',
  FirstCall: 'hasCall',
  FirstPurchase: 'hasPurchase',
};

const needs: Readonly<Record<StartingStep, readonly StartingStep[]>> = {
  ConnectMarketplace: [],
  AddProduct: [],
  AddPlan: ['AddProduct'],
  MapPlan: ['ConnectMarketplace', 'AddPlan'],
  RegisterClient: [],
  FirstCall: ['RegisterClient'],
  FirstPurchase: ['MapPlan'],
};

/** The state of each step, the next one, and whether all are done. */
export function gettingStarted(facts: StartingFacts): {
  readonly steps: readonly StepState[];
  readonly next: StartingStep | null;
} {
  const isDone = (step: StartingStep) => facts[doneBy[step]];
  const steps = startingSteps.map((step) => ({
    step,
    isDone: isDone(step),
    isReady: needs[step].every(isDone),
  }));
  return { steps, next: steps.find((state) => !state.isDone && state.isReady)?.step ?? null };
}
