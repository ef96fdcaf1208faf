import Type from 'typebox'
import { operations } from '../operation.ts'
import {
  CustomMetricList,
  FeatureMetrics,
  FeatureUsage,
  RawUsageQuery,
  Retired,
  Sparklines,
  SparklinesQuery,
  UnknownFlags,
  UsageParams,
} from '../usage.ts'

export const usageOperations = operations({
  'GET /internal-backstage/impact/metrics': {
    id: 'x-impactMetrics',
    tags: ['Operational'],
    summary: 'Get the impact metrics of applications',
    description:
      'Returns the metrics that applications send through their SDKs, in the Prometheus text format. If `METRICS_TOKEN` is set, the request must send it; otherwise no token is required.',
    permission: 'public',
    responses: { 200: Type.String() },
    example: {},
  },
  'GET /api/admin/custom-metrics': {
    id: 'getCustomMetrics',
    tags: ['Metrics'],
    summary: 'List custom metrics',
    description:
      'Returns the newest value of each series that applications report: custom metrics and impact metrics of SDKs. Series of applications that are used only in projects that the caller cannot see are left out.',
    permission: 'authenticated',
    responses: { 200: CustomMetricList },
    example: {},
  },
  'GET /api/admin/custom-metrics/prometheus': {
    id: 'getPrometheusMetrics',
    tags: ['Metrics'],
    summary: 'Get custom metrics in the format of Prometheus',
    description: 'Returns the same series as text, in the format that Prometheus scrapes.',
    permission: 'authenticated',
    responses: { 200: Type.String() },
    example: {},
  },
  'GET /api/admin/client-metrics/features/:name': {
    id: 'getFeatureUsageSummary',
    tags: ['Metrics'],
    summary: 'Get the usage of a flag in the last hour',
    description:
      'Returns how often the flag was on and off in each environment, and the applications that evaluated it. Returns 404 for flags that the caller cannot see.',
    permission: 'authenticated',
    params: UsageParams,
    responses: { 200: FeatureUsage },
    example: { params: { name: 'new-checkout' } },
  },
  'GET /api/admin/client-metrics/features/:name/raw': {
    id: 'getRawFeatureMetrics',
    tags: ['Metrics'],
    summary: 'Get the usage of a flag over time',
    description:
      'Returns the counts of a flag for each application, environment and hour; hours without evaluations are included with zeros. `hoursBack` is 24 by default; above 48, the counts are for each day, up to a year. At most 100 applications are included.',
    permission: 'authenticated',
    params: UsageParams,
    query: RawUsageQuery,
    responses: { 200: FeatureMetrics },
    example: { params: { name: 'new-checkout' }, query: { hoursBack: '48' } },
  },
  'POST /api/admin/usage/sparklines': {
    id: 'getSparklines',
    tags: ['Metrics'],
    summary: 'Get the hourly usage of several flags',
    description:
      'Returns the hourly counts of up to 100 flags for the last 24 hours, or up to 48 with `hours`, in one environment or in all. With `byEnvironment`, each environment has its own counts too. Flags that do not exist or that the caller cannot see are left out.',
    permission: 'authenticated',
    body: SparklinesQuery,
    responses: { 200: Sparklines },
    example: { body: { features: ['new-checkout'], environment: 'development', hours: 24 } },
  },
  'GET /api/admin/metrics/unknown-flags': {
    id: 'getUnknownFlags',
    tags: ['Unknown Flags'],
    summary: 'List unknown flags',
    description:
      'Returns the names of flags that applications evaluate although no such flag exists, with the applications and environments. Names of flags in projects that the caller cannot see are left out.',
    permission: 'authenticated',
    responses: { 200: UnknownFlags },
    example: {},
  },
  'GET /api/admin/metrics/feature-toggles': {
    id: 'x-featureToggles',
    tags: ['Metrics'],
    summary: 'Get the usage of all flags (removed)',
    description: 'Always returns 410. For usage, see `/api/admin/usage/sparklines`.',
    permission: 'authenticated',
    responses: { 410: Retired },
    example: {},
  },
  'GET /api/admin/metrics/feature-toggles/:name': {
    id: 'x-featureToggle',
    tags: ['Metrics'],
    summary: 'Get the usage of one flag (removed)',
    description: 'Always returns 410. For usage, see `/api/admin/client-metrics/features/{name}`.',
    permission: 'authenticated',
    params: Type.Object({ name: Type.String() }),
    responses: { 410: Retired },
    example: { params: { name: 'new-checkout' } },
  },
  'GET /api/admin/metrics/seen-apps': {
    id: 'x-seenApps',
    tags: ['Metrics'],
    summary: 'List applications by flag (removed)',
    description:
      'Always returns 410. For the applications of a flag, see `/api/admin/client-metrics/features/{name}`.',
    permission: 'authenticated',
    responses: { 410: Retired },
    example: {},
  },
  'GET /api/admin/metrics/seen-toggles': {
    id: 'x-seenToggles',
    tags: ['Metrics'],
    summary: 'List flags by application (removed)',
    description:
      'Always returns 410. For the flags of an application, see `/api/admin/metrics/applications/{appName}`.',
    permission: 'authenticated',
    responses: { 410: Retired },
    example: {},
  },
})
