import type { AlignmentObstacle } from './alignment.ts';

const obstacles: Readonly<Record<AlignmentObstacle, string>> = {
  PlanNotMapped: 'Its plan leads to no plan of the product; everything else was taken over.',
  HasEnded: 'It has ended here, which is final, and lives on at the marketplace.',
  OtherSource: 'It was not written down as sold on the marketplace.',
};

/** Why ours does not say all that the marketplace says. */
export function obstacleText(obstacle: AlignmentObstacle): string {
  return obstacles[obstacle];
}
