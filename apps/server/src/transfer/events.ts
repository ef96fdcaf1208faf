import type { NewEvent } from '../platform/write.ts'

type Exported = { project: string | undefined; environment: string; features: readonly string[] }

/** Which flags, not what they are: the log holds that anyway. */
export const flagsExported = ({ project, environment, features }: Exported): NewEvent => ({
  type: 'features-exported',
  project,
  environment,
  data: { features },
})

type Imported = { project: string; environment: string; id: string; features: number }

/** The number keeps one import apart from the next. */
export const flagsImported = ({ project, environment, ...data }: Imported): NewEvent => ({
  type: 'features-imported',
  project,
  environment,
  data,
})
