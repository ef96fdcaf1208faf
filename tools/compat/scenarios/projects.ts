import { scenario } from '../player.ts'

export const projects = scenario('projects', async ({ call }) => {
  for (const name of ['worked-on', 'left-alone']) await call('createFeature', { body: { name } })
  await call('toggleFeatureEnvironmentOn', { path: { featureName: 'worked-on' } })
  await call('staleFeatures', { body: { features: ['left-alone'], stale: true } })
  await call('getProjects')
  await call('getProjects', { query: { archived: true } })
  await call('getProjects', { as: 'viewer' })
  for (const operation of [
    'getProjectOverview',
    'getProjectHealthReport',
    'getProjectStatus',
    'getProjectFlagCreators',
    'getProjectInsights',
    'getProjectApplications',
    'getProjectDora',
    'getOutdatedProjectSdks',
  ]) {
    await call(operation)
    await call(operation, { path: { projectId: 'nosuch' } })
    await call(operation, { as: 'viewer' })
  }
  await call('getFlagCreators')
  await call('getPersonalDashboard')
  await call('getPersonalDashboardProjectDetails')
  await call('getPersonalDashboardProjectDetails', { path: { projectId: 'nosuch' } })
})
