import type { Server } from '../cluster/server.ts'
import { addressesOf } from './hidden-addresses.ts'
import {
  makeApplication,
  makeFlags,
  makeOutside,
  makeParts,
  makeRequest,
  SHARED,
  TAG_TYPE,
} from './hidden-parts.ts'
import { createMarkers, type Markers } from './markers.ts'
import { createPersonalToken, createSetUp } from './setup.ts'
import type { Words } from './words.ts'

/** A private project with something of every kind in it. */
export type Hidden = {
  markers: Markers
  /** The address of each thing, for requests that try to reach it; other fields have the usual values. */
  wordsFor(path: string, usual: Words): Words
}

export async function makeHidden(server: Server, seed: string): Promise<Hidden> {
  const markers = createMarkers(seed)
  const must = createSetUp(server, await createInsider(server))
  await must('POST', '/api/admin/environments', { name: SHARED, type: 'production' })
  await must('POST', '/api/admin/tag-types', { name: TAG_TYPE, description: '' })
  const project = {
    id: markers.project,
    name: markers['project name'],
    description: markers['project description'],
    mode: 'private',
    environments: [SHARED],
  }
  await must('POST', '/api/admin/projects', project)
  const segment = await makeParts(must, markers)
  const rule = await makeFlags(must, markers, segment)
  const request = await makeRequest(must, markers)
  const token = await makeApplication(must, markers)
  const { integration, freeze, template } = await makeOutside(must, markers)
  const wordsFor = addressesOf(markers, { segment, rule, request, token, integration, freeze, template })
  return { markers, wordsFor }
}

/** Only accounts can comment, and administrators' requests could undo what their own token has changed. */
async function createInsider(server: Server): Promise<string> {
  const account = { username: 'fuzz-insider', password: 'Correct-horse-7' }
  await createSetUp(server)('POST', '/api/admin/user-admin', { ...account, rootRole: 1 })
  return createPersonalToken(server, account)
}
