import type { ProjectOverview } from '@flagstaff/contract/projects'

/** What every page of a project's settings is given. */
export type PlaceProps = { id: string; project: ProjectOverview }
