import type { ChangeRequest } from '@flagstaff/contract/requests'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'
import { paramsOf, type RequestRef } from './queries.ts'

/** The newest requests of a project: one of them may revert another. */
export const projectRequests = (project: string) =>
  queryOptions({
    queryKey: ['change-request', 'project', project],
    queryFn: ({ signal }) =>
      get('GET /api/admin/projects/:projectId/change-requests', { params: { projectId: project } }, signal),
  })

const scheduleEventTypes = [
  'change-request-scheduled',
  'change-request-schedule-suspended',
  'change-request-scheduled-application-failure',
  'change-request-scheduled-application-success',
]

type Scheduled = Pick<ChangeRequest, 'project' | 'id' | 'returns' | 'stateTimestamps'>

/** What happened to the schedule of a request. One that reverts another request was scheduled along with it. */
export const scheduleEvents = ({ project, id, returns, stateTimestamps }: Scheduled) =>
  queryOptions({
    queryKey: ['change-request', 'events', project, id],
    queryFn: async ({ signal }) => {
      const query = {
        project: `IS:${project}`,
        groupId: `IS_ANY_OF:${[id, ...(returns === undefined ? [] : [returns])].join(',')}`,
        type: `IS_ANY_OF:${scheduleEventTypes.join(',')}`,
        limit: '100',
      }
      const { events } = await get('GET /api/admin/search/events', { query }, signal)
      return events.filter(({ data }) => data?.changeRequestId === id)
    },
    enabled: stateTimestamps.Scheduled !== undefined,
  })

export const useSchedule = () =>
  useChange<RequestRef & { at: string; version: number }, ChangeRequest>({
    run: ({ at, version, ...ref }) =>
      send(
        'PUT /api/admin/projects/:projectId/change-requests/:id/state',
        { params: paramsOf(ref), body: { state: 'Scheduled', scheduledAt: at } },
        { version },
      ),
    refresh: [['change-request']],
    done: () => t('done.Scheduled'),
  })

/** Without a time, the changes are not reverted. */
export const useSetUntil = ({ toastErrors = false } = {}) =>
  useChange<RequestRef & { at: string | null; version: number }, ChangeRequest>({
    run: ({ at, version, ...ref }) =>
      send(
        'PUT /api/admin/projects/:projectId/change-requests/:id/until',
        { params: paramsOf(ref), body: { until: at } },
        { version },
      ),
    refresh: [['change-request']],
    done: (_input, { until }) => t(until ? 'done.temporary' : 'done.permanent'),
    toastErrors,
  })
