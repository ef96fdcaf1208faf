import type { Answer, Client } from '@flagstaff/client/connect'
import type { ChangeRequest } from '@flagstaff/contract/requests'
import type { Context } from './context.ts'
import { exits } from './exit.ts'
import { readStored, writeStored } from './settings.ts'

/** Options of changes that may need a review. */
export type Reviewed = { propose?: boolean; reason?: string }

type LastChange = { url: string; id: string; text: string }

/** Prints what was changed or proposed; a change can then be undone by `flagstaff undo`. */
export async function finish(context: Context, answer: Answer<unknown>, text: string): Promise<number> {
  const client = context.client()
  if (answer.proposed) return submit(context, client, answer.proposed)
  if (answer.undo) writeStored('last-change.json', { url: client.url, id: answer.undo, text })
  context.output.result(text, { done: text, undo: answer.undo ?? null, result: answer.data ?? null })
  return exits.done
}

/** The newest change of this computer on this server. */
export const lastChange = (url: string): LastChange | undefined => {
  const last = readStored<LastChange>('last-change.json')
  return last?.url === url ? last : undefined
}

/** Submits the request for review, unless it is a draft with more changes, which may not be finished. */
async function submit({ output }: Context, client: Client, request: ChangeRequest): Promise<number> {
  const { id, project: projectId } = request
  const changes = request.features.reduce((sum, one) => sum + one.changes.length, 0) + request.segments.length
  const page = `${client.url}/projects/${encodeURIComponent(projectId)}/change-requests/${id}`
  const isDraft = request.state === 'Draft'
  const submitted =
    isDraft && changes === 1
      ? await client.get('PUT /api/admin/projects/:projectId/change-requests/:id/state', {
          params: { projectId, id },
          body: { state: 'In review' },
        })
      : request
  const texts: Partial<Record<ChangeRequest['state'], string>> = {
    Draft: `Added to your draft ${page}, which has ${changes} changes. Submit it there.`,
    Approved: `Approved. Apply it: ${page}`,
  }
  const text = texts[submitted.state] ?? `Waits for approval: ${page}`
  output.result(text, { changeRequest: { id, project: projectId, state: submitted.state, page } })
  return exits.waits
}
