import type { Reply, Server } from './server.ts'

// API requests for the changes in these tests.

export const PROJECT = '/api/admin/projects/default'

export async function expectStatus(reply: Promise<Pick<Reply, 'status' | 'body'>>, ...wanted: number[]) {
  const { status, body } = await reply
  if (!wanted.includes(status)) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export const createFlag = (server: Server, name: string) =>
  server.call('POST', `${PROJECT}/features`, { name, type: 'release' })

export const rulesOf = (flag: string, environment = 'development') =>
  `${PROJECT}/features/${flag}/environments/${environment}/strategies`

export const rule = (title: string, segments: number[] = []) => ({
  name: 'flexibleRollout',
  title,
  parameters: { rollout: '50', stickiness: 'default', groupId: 'g' },
  constraints: [],
  segments,
})

export const segment = (description: string) => ({
  name: 'shared',
  description,
  constraints: [{ contextName: 'userId', operator: 'IN', values: [description] }],
})
