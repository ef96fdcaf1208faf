import { send } from '../../../lib/api.ts'

type Selection = { project: string } | { features: string[] }

export async function exportFlags(selection: Selection, environment: string, wholeSegments: boolean) {
  const body = { ...selection, environment, ...(wholeSegments ? { wholeSegments } : {}) }
  return (await send('POST /api/admin/features-batch/export', { body })).data
}
