import type { Environment } from '@flagstaff/contract/environments'
import type { NewEvent, Touch } from '../../platform/write/write.ts'

export const environmentCreated = (environment: Environment): NewEvent => ({
  type: 'environment-created',
  environment: environment.name,
  data: environment,
})

export const environmentCloned = (
  environment: Environment,
  origin: { clonedFrom: string; projects: readonly string[] },
  touches: readonly Touch[],
): NewEvent => ({
  type: 'environment-created',
  environment: environment.name,
  data: { ...environment, ...origin },
  touches,
})

export const environmentUpdated = (before: Environment, environment: Environment): NewEvent => ({
  type: 'environment-updated',
  environment: environment.name,
  data: environment,
  preData: before,
})

export const environmentDeleted = (environment: Environment, touches: readonly Touch[]): NewEvent => ({
  type: 'environment-deleted',
  environment: environment.name,
  preData: environment,
  touches,
})
