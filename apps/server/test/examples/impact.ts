import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  const project = '/api/admin/projects/default'
  await as.admin.post(`${project}/features`, { name: 'new-checkout' })
  const chart = {
    metricName: 'payments_failed',
    timeRange: 'day',
    aggregationMode: 'count',
    labelSelectors: {},
    yAxisMin: 'zero',
  }
  const made = async (path: string): Promise<string> => (await as.admin.post(path, chart)).body.id
  return {
    replace: {
      '01JCHARTOFTHEINSTANCE00000': await made('/api/admin/impact-metrics/config'),
      '01JCHARTOFTHEFLAG000000000': await made(`${project}/features/new-checkout/impact-metrics/config`),
    },
  }
}
