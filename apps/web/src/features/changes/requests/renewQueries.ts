import type { ChangeRequest } from '@flagstaff/contract/requests'
import { send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { t } from './messages.ts'
import { paramsOf, type RequestRef } from './queries.ts'

export const useRevert = () =>
  useChange<RequestRef, ChangeRequest>({
    run: (ref) =>
      send('POST /api/admin/projects/:projectId/change-requests/:id/revert', { params: paramsOf(ref) }),
    refresh: [['change-request']],
    done: () => t('done.reverting'),
    toastErrors: true,
  })

export const useRebase = () =>
  useChange<RequestRef & { version: number }, ChangeRequest>({
    run: ({ version, ...ref }) =>
      send(
        'POST /api/admin/projects/:projectId/change-requests/:id/rebase',
        { params: paramsOf(ref) },
        { version },
      ),
    refresh: [['change-request']],
    done: () => t('done.rebased'),
    toastErrors: true,
  })
