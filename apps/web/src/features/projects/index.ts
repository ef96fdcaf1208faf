export { projectList, projectOverview, useStarProject } from './queries.ts'
