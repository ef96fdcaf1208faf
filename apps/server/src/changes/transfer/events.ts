import type { NewEvent } from '../../platform/write/write.ts'

type Exported = { project: string | undefined; environment: string; features: readonly string[] }

/** Records the names of the flags, not their content, which is in the event log anyway. */
export const flagsExported = ({ project, environment, features }: Exported): NewEvent => ({
  type: 'features-exported',
  project,
  environment,
  data: { features },
})

type Imported = { project: string; environment: string; id: string; features: number }

/** The id distinguishes imports. */
export const flagsImported = ({ project, environment, ...data }: Imported): NewEvent => ({
  type: 'features-imported',
  project,
  environment,
  data,
})
