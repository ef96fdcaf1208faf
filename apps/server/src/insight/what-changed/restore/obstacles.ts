/** Why a flag cannot be restored in an environment. */
export const obstacleTexts = {
  gone: 'The flag was archived, deleted or moved since. Revive it or move it back first.',
  notYet: 'The flag did not exist in this project at that time.',
  recreated: 'The flag was deleted since, and is now a new one with the same name. Set its rules instead.',
  planned: 'The rules follow a release plan. Change the release plan instead.',
  segmentGone: 'A segment that the rules used at that time was deleted. Change the rules by hand instead.',
  noRules: 'The flag was on without a rule at that time, which is no longer possible. Add a rule instead.',
} as const
export type RestoreObstacle = keyof typeof obstacleTexts
