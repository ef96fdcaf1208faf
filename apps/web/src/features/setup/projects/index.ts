export { NoProject, ProjectError } from './NoProject.tsx'
export { projectOverview, useStarProject } from './queries.ts'
export { StatusDrawer } from './status/lazy.ts'
