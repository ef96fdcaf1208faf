import type { Server } from '../cluster/server.ts'
import { createSetUp } from './setup.ts'

/** Requests never name these, so they must stay unchanged whatever is sent. */
const PROJECT = 'harbour'
const ENVIRONMENT = 'harbour-env'
const NAMES = ['kept-on', 'kept-off', 'kept-rollout', 'kept-variants']

export type Kept = {
  backend: string
  frontend: string
  /** Events up to here belong to these flags, so they must not be reverted. */
  lastEvent: number
  /** What each SDK API serves for these flags. */
  read(url: string): Promise<Record<string, unknown>>
}

export async function makeKept(server: Server): Promise<Kept> {
  const setUp = createSetUp(server)
  const must = (method: string, path: string, body?: unknown) => setUp(method, `/api/admin${path}`, body)
  await must('POST', '/environments', { name: ENVIRONMENT, type: 'production' })
  await must('POST', '/projects', { id: PROJECT, name: PROJECT })
  await server.call('POST', `/api/admin/projects/${PROJECT}/environments`, { environment: ENVIRONMENT })
  for (const name of NAMES) {
    const flag = `/projects/${PROJECT}/features/${name}`
    await must('POST', `/projects/${PROJECT}/features`, { name, description: `${name} äöü` })
    const rollout = name === 'kept-rollout' ? '50' : '100'
    const variants =
      name === 'kept-variants'
        ? ['a', 'b'].map((value) => ({
            name: value,
            weight: 500,
            weightType: 'variable',
            stickiness: 'userId',
            payload: { type: 'string', value },
          }))
        : []
    await must('POST', `${flag}/environments/${ENVIRONMENT}/strategies`, {
      name: 'flexibleRollout',
      parameters: { rollout, stickiness: 'userId', groupId: name },
      constraints: [{ contextName: 'userId', operator: 'NOT_IN', values: ['nobody'] }],
      variants,
    })
    if (name !== 'kept-off') await must('POST', `${flag}/environments/${ENVIRONMENT}/on`)
  }
  const token = async (type: string) =>
    (
      await must('POST', '/api-tokens', {
        tokenName: `kept ${type}`,
        type,
        environment: ENVIRONMENT,
        projects: [PROJECT],
      })
    ).secret as string
  const [backend, frontend] = [await token('client'), await token('frontend')]
  const { events } = await must('GET', '/events?limit=1')
  return {
    backend,
    frontend,
    lastEvent: events[0].id,
    read: (url) => read(url, backend, frontend),
  }
}

async function read(url: string, backend: string, frontend: string): Promise<Record<string, unknown>> {
  const ask = async (path: string, authorization: string, init: RequestInit = {}) => {
    const headers = { authorization, 'unleash-client-spec': '5.2.0', 'content-type': 'application/json' }
    const answer = await fetch(`${url}${path}`, { ...init, headers })
    if (answer.status !== 200) return { status: answer.status, text: await answer.text() }
    return (await answer.json()) as Record<string, unknown>
  }
  const users = ['7', '21', 'zoë']
  const client = await ask('/api/client/features', backend)
  const evaluations = await Promise.all(
    users.map(
      async (user) => (await ask(`/api/frontend?userId=${encodeURIComponent(user)}`, frontend)).toggles,
    ),
  )
  const ofrep = await Promise.all(
    users.map(async (user) => {
      const body = JSON.stringify({ context: { targetingKey: user, userId: user } })
      return (await ask('/ofrep/v1/evaluate/flags', backend, { method: 'POST', body })).flags
    }),
  )
  return { features: client.features ?? client, evaluations, ofrep }
}
