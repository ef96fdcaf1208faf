import {
  ApplicationDetails,
  ApplicationInstances,
  ApplicationOverview,
  ApplicationParams,
  Applications,
  ApplicationsQuery,
  CreateApplication,
  InstanceParams,
  OperatorSupport,
  OutdatedSdks,
  ProjectApplications,
} from '../applications.ts'
import { operations } from '../operation.ts'
import { ProjectParams } from '../projects.ts'
import { Nothing } from '../schema.ts'

export const applicationsOperations = operations({
  'GET /api/admin/metrics/applications': {
    id: 'getApplications',
    tags: ['Metrics'],
    summary: 'List all applications',
    description:
      'Returns the applications that the caller can see, with the projects and environments they were seen in. `query` filters by part of the name; `limit` (at most 1,000), `offset` and `sortOrder` page through the list, which is sorted by name.',
    permission: 'authenticated',
    query: ApplicationsQuery,
    responses: { 200: Applications },
    example: { query: { query: 'check', limit: '25' } },
  },
  'GET /api/admin/metrics/applications/:appName': {
    id: 'getApplication',
    tags: ['Metrics'],
    summary: 'Get an application',
    description:
      'Returns one application with its strategies, the instances seen in the last day, and the flags it evaluated in the last two days.',
    permission: 'authenticated',
    params: ApplicationParams,
    responses: { 200: ApplicationDetails },
    example: { params: { appName: 'checkout' } },
  },
  'POST /api/admin/metrics/applications/:appName': {
    id: 'createApplication',
    tags: ['Metrics'],
    summary: 'Update the details of an application',
    description:
      'Sets the description, URL, color and icon of an application; fields that you leave out stay as they are. An application that is not known yet is created.',
    permission: 'UPDATE_APPLICATION',
    params: ApplicationParams,
    body: CreateApplication,
    responses: { 202: Nothing },
    example: {
      params: { appName: 'checkout' },
      body: { description: 'Checkout of the shop', url: 'https://wiki.example.com/checkout' },
    },
  },
  'DELETE /api/admin/metrics/applications/:appName': {
    id: 'deleteApplication',
    tags: ['Metrics'],
    summary: 'Delete an application',
    description:
      'Deletes an application with its instances. If it is still running, its next report creates it again. An application that does not exist is ignored.',
    permission: 'UPDATE_APPLICATION',
    params: ApplicationParams,
    responses: { 200: Nothing },
    example: { params: { appName: 'old-checkout' } },
  },
  'GET /api/admin/metrics/applications/:appName/overview': {
    id: 'getApplicationOverview',
    tags: ['Metrics'],
    summary: 'Get an overview of an application',
    description:
      'Returns the instances, SDKs and issues of an application in each environment. Issues are flags and strategies that do not exist, and outdated SDKs.',
    permission: 'authenticated',
    params: ApplicationParams,
    responses: { 200: ApplicationOverview },
    example: { params: { appName: 'checkout' } },
  },
  'GET /api/admin/metrics/instances/:appName/environment/:environment': {
    id: 'getApplicationEnvironmentInstances',
    tags: ['Metrics'],
    summary: 'List the instances of an application',
    description:
      'Returns the instances of an application that were seen in the environment in the last day, with SDK version and IP address.',
    permission: 'authenticated',
    params: InstanceParams,
    responses: { 200: ApplicationInstances },
    example: { params: { appName: 'checkout', environment: 'development' } },
  },
  'GET /api/admin/metrics/sdks/outdated': {
    id: 'getOutdatedSdks',
    tags: ['Metrics'],
    summary: 'List outdated SDKs',
    description:
      'Returns the outdated SDK versions that were in use in the last day, each with the applications that use it. Only applications that the caller can see are listed; unknown SDKs never count as outdated.',
    permission: 'authenticated',
    responses: { 200: OutdatedSdks },
    example: {},
  },
  'GET /api/admin/projects/:projectId/applications': {
    id: 'getProjectApplications',
    tags: ['Projects'],
    summary: 'List the applications of a project',
    description:
      'Returns the applications that use a token of the project, or evaluated one of its flags in the last two days. `query` filters by part of the name; `limit` (at most 1,000), `offset` and `sortOrder` page through the list.',
    permission: 'authenticated',
    params: ProjectParams,
    query: ApplicationsQuery,
    responses: { 200: ProjectApplications },
    example: { params: { projectId: 'default' }, query: { limit: '25' } },
  },
  'GET /api/admin/projects/:projectId/sdks/outdated': {
    id: 'getOutdatedProjectSdks',
    tags: ['Projects'],
    summary: 'List the outdated SDKs of a project',
    description:
      'Returns the outdated SDK versions that applications of the project used in the last day, each with these applications.',
    permission: 'authenticated',
    params: ProjectParams,
    responses: { 200: OutdatedSdks },
    example: { params: { projectId: 'default' } },
  },
  'GET /api/admin/projects/:projectId/sdks/operators': {
    id: 'getProjectOperatorSupport',
    tags: ['Flagstaff'],
    summary: 'List SDKs that ignore newer operators',
    description:
      'Returns, for each of the newer constraint operators, the applications of the project whose SDK ignores it, at most 100. Check it before you use one of these operators in a rule.',
    permission: 'authenticated',
    params: ProjectParams,
    responses: { 200: OperatorSupport },
    example: { params: { projectId: 'default' } },
  },
})
