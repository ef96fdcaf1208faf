import {
  AvailableImpactMetrics,
  ChartParams,
  CreateImpactMetricsConfig,
  ExternalImpactMetricsSource,
  FlagChartIdParams,
  FlagChartParams,
  ImpactMetricsConfig,
  ImpactMetricsConfigList,
  ImpactMetricsData,
  ImpactMetricsQuery,
  PlausibleMetrics,
  RegisterImpactMetric,
  SetExternalImpactMetricsSource,
} from '../impact.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

const tags = ['Metrics']
const body = {
  title: 'Failed payments',
  metricName: 'payments_failed',
  timeRange: 'day',
  aggregationMode: 'count',
  labelSelectors: { environment: ['production'] },
  yAxisMin: 'zero',
}
const ofFlag = { projectId: 'default', featureName: 'new-checkout' }

export const impactOperations = operations({
  'GET /api/admin/impact-metrics': {
    id: 'queryImpactMetricsTimeSeries',
    tags,
    summary: 'Query an impact metric as time series',
    description:
      'Returns one line, or one for each value of a label with several values or `*` in `labels` (label selectors as JSON, such as `{"environment":["production"]}`). Steps are 1 minute in an hour, 15 minutes in a day, 3 hours in a week and 1 day in a month. A step without data has no point. The caller sees the series of applications that are used in a project the caller has access to. Responses are cached for 15 seconds.',
    permission: 'authenticated',
    query: ImpactMetricsQuery,
    responses: { 200: ImpactMetricsData },
    example: {
      query: {
        metricName: 'payments_failed',
        range: 'day',
        aggregationMode: 'count',
        labels: '{"environment":["production"]}',
      },
    },
  },
  'GET /api/admin/impact-metrics/config': {
    id: 'getInstanceImpactMetricsConfigs',
    tags,
    summary: 'List the impact metric charts of the instance',
    description: 'Returns the charts of the Impact metrics page, oldest first.',
    permission: 'authenticated',
    responses: { 200: ImpactMetricsConfigList },
    example: {},
  },
  'POST /api/admin/impact-metrics/config': {
    id: 'saveInstanceImpactMetricsConfig',
    tags,
    summary: 'Create or update an impact metric chart of the instance',
    description:
      'Creates a chart, or replaces the one with the `id` in the body. Returns 404 if there is no chart with this id, and 403 if a safeguard uses it.',
    permission: 'ADMIN',
    body: CreateImpactMetricsConfig,
    responses: { 200: ImpactMetricsConfig },
    example: { body },
  },
  'DELETE /api/admin/impact-metrics/config/:id': {
    id: 'deleteInstanceImpactMetricConfig',
    tags,
    summary: 'Delete an impact metric chart of the instance',
    description: 'Deletes a chart. The metric itself is kept. Returns 403 if a safeguard uses the chart.',
    permission: 'ADMIN',
    params: ChartParams,
    responses: { 204: Nothing },
    example: { params: { id: '01JCHARTOFTHEINSTANCE00000' } },
  },
  'GET /api/admin/impact-metrics/external-source': {
    id: 'getExternalImpactMetricsSource',
    tags,
    summary: 'Get the external Prometheus source',
    description: 'Returns the address of the Prometheus server. The bearer token is never returned.',
    permission: 'ADMIN',
    responses: { 200: ExternalImpactMetricsSource },
    example: {},
  },
  'POST /api/admin/impact-metrics/external-source': {
    id: 'setExternalImpactMetricsSource',
    tags,
    summary: 'Set the external Prometheus source',
    description:
      'Stores the address of a Prometheus server whose metrics can be charted, and optionally a bearer token, which is encrypted with `ENCRYPTION_KEY`. A stored token is deleted when the address changes, unless a token is sent with it. Private addresses are refused unless `UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION` or `UNLEASH_ALLOW_LIST_INTEGRATION` allows them.',
    permission: 'ADMIN',
    body: SetExternalImpactMetricsSource,
    responses: { 200: ExternalImpactMetricsSource },
    example: { body: { enabled: true, url: 'https://prometheus.example.com' } },
  },
  'POST /api/admin/impact-metrics/external-source/validate': {
    id: 'validateExternalImpactMetricsSource',
    tags,
    summary: 'Test an external Prometheus source',
    description:
      'Sends two requests to the Prometheus server and returns 200 if it answers, otherwise 400 with the reason. Stores nothing. If the body has no `url`, nothing is tested.',
    permission: 'ADMIN',
    body: SetExternalImpactMetricsSource,
    responses: { 200: Nothing },
    example: { body: { enabled: false } },
  },
  'GET /api/admin/impact-metrics/metadata': {
    id: 'getAvailableImpactMetrics',
    tags,
    summary: 'List the metrics that can be charted',
    description:
      'Returns the metrics of applications that are used in a project the caller has access to, metrics that are registered but not sent yet, and those of the external source.',
    permission: 'authenticated',
    responses: { 200: AvailableImpactMetrics },
    example: {},
  },
  'GET /api/admin/impact-metrics/plausible': {
    id: 'getPlausibleMetrics',
    tags,
    summary: 'Get page views from Plausible',
    description: 'Always returns an empty list: Flagstaff does not connect to Plausible.',
    permission: 'authenticated',
    responses: { 200: PlausibleMetrics },
    example: {},
  },
  'POST /api/admin/impact-metrics/register': {
    id: 'registerImpactMetric',
    tags,
    summary: 'Register a metric before it is sent',
    description:
      'Adds a metric without values, so that charts can be prepared. Returns 400 if the metric exists with another type.',
    permission: 'authenticated',
    body: RegisterImpactMetric,
    responses: { 201: Nothing },
    example: { body: { name: 'payments_failed', type: 'counter' } },
  },
  'GET /api/admin/projects/:projectId/features/:featureName/impact-metrics/config': {
    id: 'getFlagImpactMetricsConfigsByFeature',
    tags,
    summary: 'List the impact metric charts of a flag',
    description: 'Returns the charts of a flag, oldest first.',
    permission: 'authenticated',
    params: FlagChartParams,
    responses: { 200: ImpactMetricsConfigList },
    example: { params: ofFlag },
  },
  'POST /api/admin/projects/:projectId/features/:featureName/impact-metrics/config': {
    id: 'saveFeatureImpactMetricsConfig',
    tags,
    summary: 'Create or update an impact metric chart of a flag',
    description:
      'Creates a chart, or replaces the one with the `id` in the body. Returns 404 if the flag has no chart with this id, and 403 if a safeguard uses it.',
    permission: 'UPDATE_FEATURE',
    params: FlagChartParams,
    body: CreateImpactMetricsConfig,
    responses: { 200: ImpactMetricsConfig },
    example: { params: ofFlag, body },
  },
  'DELETE /api/admin/projects/:projectId/features/:featureName/impact-metrics/config/:id': {
    id: 'deleteFlagImpactMetricConfig',
    tags,
    summary: 'Delete an impact metric chart of a flag',
    description: 'Deletes a chart. The metric itself is kept. Returns 403 if a safeguard uses the chart.',
    permission: 'UPDATE_FEATURE',
    params: FlagChartIdParams,
    responses: { 204: Nothing },
    example: { params: { ...ofFlag, id: '01JCHARTOFTHEFLAG000000000' } },
  },
})
