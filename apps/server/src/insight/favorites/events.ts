import type { NewEvent } from '../../platform/write/write.ts'

type Starred = { project: string; flag: string; tags: readonly { type: string; value: string }[] }

export const flagStarred = ({ project, flag, tags }: Starred): NewEvent => ({
  type: 'feature-favorited',
  project,
  flag,
  tags,
  data: { feature: flag },
})

export const flagUnstarred = ({ project, flag, tags }: Starred): NewEvent => ({
  type: 'feature-unfavorited',
  project,
  flag,
  tags,
  preData: { feature: flag },
})

export const projectStarred = (project: string): NewEvent => ({
  type: 'project-favorited',
  project,
  data: { project },
})

export const projectUnstarred = (project: string): NewEvent => ({
  type: 'project-unfavorited',
  project,
  preData: { project },
})
