export { NoProject, ProjectError } from './NoProject.tsx'
export { projectList, projectOverview, useStarProject } from './queries.ts'
export { useFlagRoom } from './room.ts'
