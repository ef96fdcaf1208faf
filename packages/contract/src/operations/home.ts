import {
  Home,
  HomeQuery,
  Onboarding,
  OnboardingQuery,
  PersonalDashboard,
  PersonalDashboardProject,
} from '../home.ts'
import { operations } from '../operation.ts'
import { ProjectParams } from '../projects.ts'

export const homeOperations = operations({
  'GET /api/admin/home': {
    id: 'getHome',
    tags: ['Flagstaff'],
    summary: 'Get the home page',
    description:
      'Returns what needs the caller: reviews that wait for them, and problems of their flags, tokens and projects, worst first, at most 50 each. A flag is theirs if they or one of their groups own it, or if they marked it as a favourite, or changed it in the last 30 days; of more than 1,000, the newest are checked. `pinned` has their favourites, `recent` the flags named in the query, and `activity` the changes in each environment in the last hour, day (default) or week. `setup` is null once an application has evaluated a flag.',
    permission: 'authenticated',
    query: HomeQuery,
    responses: { 200: Home },
    example: { query: { activity: 'day', recent: 'new-checkout' } },
  },
  'GET /api/admin/projects/:projectId/onboarding': {
    id: 'getOnboarding',
    tags: ['Flagstaff'],
    summary: 'Check whether an application has connected',
    description:
      'Returns how far the project is set up, and the application that was last seen in the environment: `seen` is set within a second of its first request. `via` and `revision` are null for applications that only registered or reported metrics.',
    permission: 'authenticated',
    params: ProjectParams,
    query: OnboardingQuery,
    responses: { 200: Onboarding },
    example: { params: { projectId: 'default' }, query: { environment: 'development' } },
  },
  'GET /api/admin/personal-dashboard': {
    id: 'getPersonalDashboard',
    tags: ['Projects'],
    summary: 'Get the projects and flags of the caller',
    description:
      'Returns projects that the caller is a member of or marked as a favourite, flags that they created or marked as a favourite, the administrators, and the owners of projects that the caller can see.',
    permission: 'authenticated',
    responses: { 200: PersonalDashboard },
    example: {},
  },
  'GET /api/admin/personal-dashboard/:projectId': {
    id: 'getPersonalDashboardProjectDetails',
    tags: ['Projects'],
    summary: 'Get a project of the dashboard',
    description:
      'Returns the owners of a project, the roles of the caller in it, its ten latest events, how far it is set up, and its health: now, on average in the last four weeks, and in the four weeks before.',
    permission: 'authenticated',
    params: ProjectParams,
    responses: { 200: PersonalDashboardProject },
    example: { params: { projectId: 'default' } },
  },
})
