import { useMutation } from '@tanstack/react-query'
import { send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'

/** Not a query: it must not be repeated by itself, because wrong codes are counted. */
export const useFindDevice = () =>
  useMutation({
    mutationFn: async (userCode: string) =>
      (await send('POST /api/admin/device/find', { body: { userCode } })).data,
  })

export const useAnswerDevice = (verb: 'approve' | 'deny') =>
  useChange<string>({
    run: (userCode) => send(`POST /api/admin/device/${verb}`, { body: { userCode } }),
    refresh: [['token']],
    toastErrors: true,
  })
