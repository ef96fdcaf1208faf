// For the settings of projects, and for the bar above their pages.
export { ProjectFreezes } from './ProjectFreezes.tsx'
export { projectFreezes } from './projectQuery.ts'
