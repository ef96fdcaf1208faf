import type { ImportChoice, ImportData, ImportProgress } from '@flagstaff/contract/transfer'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, send } from '../../../lib/api.ts'
import { boot } from '../../../lib/boot.ts'

export type ImportFile = { name: string; data: ImportData }
export type Wanted = { project: string; environment: string; file: ImportFile; choices: ImportChoice[] }

/** Repeated for every choice. The file is not part of the query key, since it is too long. */
export const importCheck = ({ project, environment, file, choices }: Wanted, reading: number) =>
  queryOptions({
    queryKey: ['flag', 'list', 'import', project, environment, reading, choices],
    queryFn: async ({ signal }) => {
      const body = { project, environment, data: file.data, choices }
      return (await send('POST /api/admin/features-batch/validate', { body }, { signal })).data
    },
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Imports the plan made at `basis`, and reports progress after each part. */
export async function runImport(
  { project, environment, file, choices, basis }: Wanted & { basis: number },
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportProgress> {
  const path = `/api/admin/projects/${encodeURIComponent(project)}/import`
  const response = await fetch(`${boot.basePath}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ environment, data: file.data, choices, basis }),
  })
  if (!response.ok || !response.body) {
    throw new ApiError(response.status, (await response.json().catch(() => ({}))) as Record<string, unknown>)
  }
  let last: ImportProgress | undefined
  for await (const line of linesOf(response.body)) {
    last = JSON.parse(line) as ImportProgress
    onProgress(last)
  }
  if (!last) throw new Error('')
  if (last.error)
    throw Object.assign(new ApiError(500, last.error as Record<string, unknown>), { progress: last })
  return last
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
  if (rest !== '') yield rest
}

/** Undo the newest part first, since it may depend on earlier ones. */
export async function takeBack(undo: readonly string[]) {
  for (const id of undo.toReversed()) await send('POST /api/admin/undo/:id', { params: { id } })
}
