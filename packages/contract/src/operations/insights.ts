import Type from 'typebox'
import {
  ChartsQuery,
  InsightCharts,
  InsightsQuery,
  InstanceInsights,
  LifecycleQuery,
  LifecycleTrends,
  ProjectDora,
  ProjectInsights,
} from '../insights.ts'
import { operations } from '../operation.ts'
import { ProjectParams } from '../projects.ts'

const seen = 'Every number covers only the projects that the caller can see.'

export const insightsOperations = operations({
  'GET /api/admin/insights': {
    id: 'getInstanceInsights',
    tags: ['Admin UI'],
    summary: 'Get trends of the instance',
    description: `Returns weekly trends of flags, projects, evaluations and changes between the days \`from\` and \`to\`, the last 26 weeks by default and 800 days at most. Each date is the end of an ISO week in UTC. ${seen} \`userTrends\` is empty for callers without \`ADMIN\`.`,
    permission: 'authenticated',
    query: InsightsQuery,
    responses: { 200: InstanceInsights },
    example: { query: { from: '2026-01-05', to: '2026-03-29' } },
  },
  'GET /api/admin/insights/lifecycle': {
    id: 'getLifecycleTrends',
    tags: ['Admin UI'],
    summary: 'Get flags by lifecycle stage',
    description: `Returns how many flags are in development, in production and in clean-up now, by category, and the median days in the stage: of flags that are in it, and of flags that have left it. \`projects\` is a list of project IDs, separated by commas. ${seen}`,
    permission: 'authenticated',
    query: LifecycleQuery,
    responses: { 200: LifecycleTrends },
    example: { query: { projects: 'default' } },
  },
  'GET /api/admin/insights/charts': {
    id: 'getInsightCharts',
    tags: ['Flagstaff'],
    summary: 'Get the charts of the insights page',
    description: `Returns six charts with one value per day or week: flags by lifecycle stage, created and archived flags, technical debt, evaluations, days from creation to production (median and quartiles of release flags), and changes by environment type. \`projects\` is a list of project IDs, separated by commas. \`by=day\` allows at most 184 days, \`by=week\` 800. ${seen}`,
    permission: 'authenticated',
    query: ChartsQuery,
    responses: { 200: InsightCharts },
    example: { query: { by: 'week', projects: 'default' } },
  },
  'GET /api/admin/insights/charts.csv': {
    id: 'getInsightChartsCsv',
    tags: ['Flagstaff'],
    summary: 'Get the charts of the insights page as CSV',
    description:
      'Returns the same charts as a CSV file with the columns chart, series, project, date and value. Dates without a value are left out.',
    permission: 'authenticated',
    query: ChartsQuery,
    responses: { 200: Type.String() },
    example: { query: { by: 'day', from: '2026-03-01', to: '2026-03-31' } },
  },
  'GET /api/admin/projects/:projectId/insights': {
    id: 'getProjectInsights',
    tags: ['Projects'],
    summary: 'Get the insights of a project',
    description:
      'Returns the health and technical debt of a project, its flags by type, lead times and members. `stats` compares the last 30 days with the 30 days before.',
    permission: 'authenticated',
    params: ProjectParams,
    responses: { 200: ProjectInsights },
    example: { params: { projectId: 'default' } },
  },
  'GET /api/admin/projects/:projectId/dora': {
    id: 'getProjectDora',
    tags: ['Projects'],
    summary: 'Get the lead times of a project',
    description:
      'Returns the days from creation until a flag was first turned on in a production environment, for each flag that was, and the average. A change appears within seconds.',
    permission: 'authenticated',
    params: ProjectParams,
    responses: { 200: ProjectDora },
    example: { params: { projectId: 'default' } },
  },
})
