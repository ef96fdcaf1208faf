import type {
  CreateImpactMetricsConfig,
  ImpactMetricsConfig,
  SetExternalImpactMetricsSource,
} from '@flagstaff/contract/impact'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'

/** Where a chart is: on the page of a flag, or of the instance if it is undefined. */
export type ChartPlace = { project: string; flag: string } | undefined

const ofFlag = '/api/admin/projects/:projectId/features/:featureName/impact-metrics/config' as const
const paramsOf = ({ project, flag }: NonNullable<ChartPlace>) => ({ projectId: project, featureName: flag })

export const chartList = (place: ChartPlace) =>
  queryOptions({
    queryKey: ['impact', 'charts', place?.flag ?? null],
    queryFn: async ({ signal }) =>
      place
        ? (await get(`GET ${ofFlag}`, { params: paramsOf(place) }, signal)).configs
        : (await get('GET /api/admin/impact-metrics/config', {}, signal)).configs,
  })

export const metricList = queryOptions({
  queryKey: ['impact', 'metrics'],
  queryFn: async ({ signal }) => (await get('GET /api/admin/impact-metrics/metadata', {}, signal)).metrics,
  staleTime: 30_000,
})

export type Shown = Pick<
  ImpactMetricsConfig,
  'metricName' | 'timeRange' | 'aggregationMode' | 'labelSelectors' | 'source'
>

/** The data of a chart. The form also needs the labels of an external metric, which display mode leaves out. */
export const chartData = (chart: Shown, mode: 'display' | 'edit') =>
  queryOptions({
    queryKey: ['impact', 'data', mode, chart],
    queryFn: ({ signal }) =>
      get(
        'GET /api/admin/impact-metrics',
        {
          query: {
            metricName: chart.metricName,
            range: chart.timeRange,
            aggregationMode: chart.aggregationMode,
            labels: JSON.stringify(chart.labelSelectors),
            source: chart.source ?? 'internal',
            mode,
          },
        },
        signal,
      ),
    staleTime: 15_000,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })

export const nameOf = ({ title, metricName }: { title?: string | undefined; metricName: string }) =>
  title || metricName

export const useSaveChart = (place: ChartPlace) =>
  useChange<CreateImpactMetricsConfig>({
    run: (body) =>
      place
        ? send(`POST ${ofFlag}`, { params: paramsOf(place), body })
        : send('POST /api/admin/impact-metrics/config', { body }),
    refresh: [['impact', 'charts']],
    done: (chart) => t('impact.saved', { name: nameOf(chart) }),
  })

export const useDeleteChart = (place: ChartPlace) =>
  useChange<ImpactMetricsConfig>({
    run: ({ id }) =>
      place
        ? send(`DELETE ${ofFlag}/:id`, { params: { ...paramsOf(place), id } })
        : send('DELETE /api/admin/impact-metrics/config/:id', { params: { id } }),
    refresh: [['impact', 'charts']],
    done: (chart) => t('impact.deleted', { name: nameOf(chart) }),
    toastErrors: true,
  })

export const externalSource = queryOptions({
  queryKey: ['setting', 'impact-source'],
  queryFn: ({ signal }) => get('GET /api/admin/impact-metrics/external-source', {}, signal),
})

export const useSetSource = () =>
  useChange<SetExternalImpactMetricsSource>({
    run: (body) => send('POST /api/admin/impact-metrics/external-source', { body }),
    refresh: [['setting', 'impact-source'], ['impact']],
    done: () => t('source.saved'),
  })

export const testSource = (body: SetExternalImpactMetricsSource) =>
  send('POST /api/admin/impact-metrics/external-source/validate', { body })
