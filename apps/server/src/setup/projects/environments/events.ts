import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import type { NewEvent, Touch } from '../../../platform/write/write.ts'
import type { Reviewed } from './queries.ts'

type Place = { project: string; environment: string }

export const environmentAdded = ({ project, environment }: Place): NewEvent => ({
  type: 'project-environment-added',
  project,
  environment,
  data: { project, environment },
})

export const environmentRemoved = (
  { project, environment }: Place,
  flags: readonly string[],
  segments: readonly number[],
): NewEvent => ({
  type: 'project-environment-removed',
  project,
  environment,
  preData: { project, environment },
  touches: [
    ...segments.map((id): Touch => ({ kind: 'segment', name: String(id) })),
    ...flags.map((name): Touch => ({ kind: 'flag', name, environment })),
  ],
})

export const defaultStrategyUpdated = (
  { project, environment }: Place,
  before: CreateFeatureStrategy | null,
  strategy: CreateFeatureStrategy | null,
): NewEvent => ({
  type: 'default-strategy-updated',
  project,
  environment,
  data: strategy,
  preData: before,
})

export const environmentProtected = (project: string, { name, requiredApprovals }: Reviewed): NewEvent => ({
  type: 'change-request-configuration-updated',
  project,
  environment: name,
  preData: { changeRequestsEnabled: false },
  data: { changeRequestsEnabled: true, requiredApprovals },
})
