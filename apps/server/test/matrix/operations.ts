import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

export type Operation = { method: string; path: string; id: string; permission: string }
export type Place = { project?: string; environment?: string }

/** The operations of the wire contract that we serve, with the permission from the contract. */
export async function servedOperations(http: FastifyInstance): Promise<Operation[]> {
  const { paths } = JSON.parse((await http.inject('/docs/openapi.json')).body) as {
    paths: Record<string, object>
  }
  const served = new Set(
    Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => keyOf(method, path))),
  )
  return contract().filter(({ method, path }) => served.has(keyOf(method, path)))
}

export function contract(): Operation[] {
  const file = new URL('../../../../conformance/contract/operations.tsv', import.meta.url)
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [method = '', path = '', id = '', , , , , , permission = ''] = line.split('\t')
    return { method, path, id, permission }
  })
}

const keyOf = (method: string, path: string) => `${method.toUpperCase()} ${path.replace(/\{[^}]+\}/g, '{}')}`

/** All combinations of places that the path of an operation names. */
export function placesOf({ path }: Operation, projects: readonly string[], environments: readonly string[]) {
  const within = /\{project(Id)?\}/.test(path) ? projects : [undefined]
  const during = path.includes('{environment}') ? environments : [undefined]
  return within.flatMap((project) =>
    during.map(
      (environment): Place => ({ ...(project ? { project } : {}), ...(environment ? { environment } : {}) }),
    ),
  )
}

/** Uses existing places and ids that do not exist, since only the permission check matters here. */
export const addressOf = ({ path }: Operation, { project, environment }: Place) =>
  path
    .replace(/\{project(Id)?\}/, project ?? '')
    .replace('{environment}', environment ?? '')
    .replace(/\{(id|roleId|userId|groupId|segmentId|tokenId)\}/g, '999999')
    .replace(/\{[^}]+\}/g, 'nobody')
