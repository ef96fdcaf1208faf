/** Why a flag cannot be restored in an environment. */
export const obstacleTexts = {
  gone: 'The flag was archived, deleted or moved since. Revive it or move it back first.',
  notYet: 'The flag did not exist in this project at that time.',
  recreated: 'The flag was deleted since, and is now a new one with the same name. Set its rules instead.',
  planned: 'The rules follow a release plan. Change the release plan instead.',
  segmentGone: 'A segment that the rules used at that time was deleted. Change the rules by hand instead.',
  segmentElsewhere:
    'A segment that the rules used at that time now belongs to another project. Change the rules by hand instead.',
  noRules: 'The flag was on without a rule at that time, which is no longer possible. Add a rule instead.',
} as const
export type RestoreObstacle = keyof typeof obstacleTexts

/** Why rules that need these segments again cannot be restored. */
export function segmentObstacle(
  needed: readonly number[],
  known: ReadonlyMap<number, { project: string | null }>,
  project: string,
): RestoreObstacle | undefined {
  if (needed.some((id) => !known.has(id))) return 'segmentGone'
  const isElsewhere = (id: number) => ![null, project].includes(known.get(id)?.project ?? null)
  return needed.some(isElsewhere) ? 'segmentElsewhere' : undefined
}
