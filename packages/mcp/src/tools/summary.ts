import type { FeatureSearchResponse } from '@flagstaff/contract/search'

/** The facts about a flag in a list. */
export const summaryOf = (flag: FeatureSearchResponse) => ({
  name: flag.name,
  project: flag.project,
  type: flag.type,
  description: flag.description,
  state: flag.archivedAt
    ? 'archived'
    : flag.stale
      ? 'stale'
      : flag.potentiallyStale
        ? 'potentially-stale'
        : 'active',
  stage: flag.lifecycle?.stage,
  createdAt: flag.createdAt,
  owner: flag.owner?.name,
  tags: flag.tags?.map(({ type, value }) => `${type}:${value}`),
  environments: flag.environments.map(({ name, type, enabled, reach, lastSeenAt }) => ({
    name,
    type,
    on: enabled,
    rules: reach?.rules,
    rollout: reach?.percent ?? undefined,
    lastEvaluated: lastSeenAt ?? undefined,
  })),
})
