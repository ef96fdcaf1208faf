import type { ProjectOverview } from '@flagstaff/contract/projects'

/** The props of every settings page of a project. */
export type PlaceProps = { id: string; project: ProjectOverview }
