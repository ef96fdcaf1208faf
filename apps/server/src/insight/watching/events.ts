import type { NewEvent } from '../../platform/write/write.ts'

type Watched = { project: string; flag: string; tags: readonly { type: string; value: string }[] }

export const flagWatched = ({ project, flag, tags }: Watched): NewEvent => ({
  type: 'feature-watched',
  project,
  flag,
  tags,
  data: { feature: flag },
})

export const flagUnwatched = ({ project, flag, tags }: Watched): NewEvent => ({
  type: 'feature-unwatched',
  project,
  flag,
  tags,
  preData: { feature: flag },
})
