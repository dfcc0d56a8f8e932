import type { AlignmentObstacle } from './alignment.ts';
import type { MarketplaceSubscription } from './fulfilment-service.ts';

const obstacles: Readonly<Record<AlignmentObstacle, string>> = {
  PlanNotMapped: 'Its plan is not mapped to a plan of the product; all other changes were applied.',
  HasEnded: 'It has ended here, which is final, but is still live at the marketplace.',
  OtherSource: 'It is not recorded as sold on the marketplace.',
};

export function obstacleText(obstacle: AlignmentObstacle): string {
  return obstacles[obstacle];
}

export function unmappedPlanText({
  offerId,
  planId,
}: Pick<MarketplaceSubscription, 'offerId' | 'planId'>): string {
  return `The plan ${planId} of the offer ${offerId} is not mapped to a published plan.`;
}
