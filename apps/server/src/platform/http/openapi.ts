import { setImmediate } from 'node:timers/promises'
import type { Example } from '@flagstaff/contract/operation'
import { nameOf } from '@flagstaff/contract/schema'
import type { FastifyInstance, RouteOptions } from 'fastify'

type Schema = Record<string, unknown>
type Operation = Record<string, unknown>
type OpenApi = {
  openapi: string
  info: { title: string; version: string; license: { name: string } }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Schema }
}

declare module 'fastify' {
  interface FastifySchema {
    operationId?: string
    tags?: readonly string[]
    summary?: string
    description?: string
    example?: Example
  }
}

type Options = { version: string; basePath: string }

/**
 * Collects the routes. Their OpenAPI document is built at the first call of the result, not while the server starts, and
 * kept as JSON text.
 */
export function describeRoutes(app: FastifyInstance, options: Options): () => Promise<string> {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.schema?.operationId) routes.push(route)
  })
  let text: Promise<string> | undefined
  return () => {
    text ??= buildDocument(routes, options).then((document) => JSON.stringify(document))
    return text
  }
}

const PAUSE_EVERY = 10

async function buildDocument(routes: readonly RouteOptions[], options: Options): Promise<OpenApi> {
  const document: OpenApi = {
    openapi: '3.1.0',
    info: { title: 'Flagstaff', version: options.version, license: { name: 'Apache-2.0' } },
    servers: [{ url: options.basePath || '/' }],
    paths: {},
    components: {
      schemas: {},
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    },
  }
  for (const [index, route] of routes.entries()) {
    // The process serves requests as well.
    if (index % PAUSE_EVERY === 0) await setImmediate()
    const path = route.url
      .slice(options.basePath.length)
      .replace(/:(\w+)/g, '{$1}')
      .replace(/(.)\/$/, '$1')
    for (const method of [route.method].flat()) {
      if (method === 'HEAD' || method === 'OPTIONS') continue
      const item = document.paths[path] ?? {}
      document.paths[path] = item
      item[method.toLowerCase()] = describe(route, document.components.schemas)
    }
  }
  return document
}

function describe({ schema = {}, config }: RouteOptions, components: Record<string, Schema>): Operation {
  const name = (value: unknown) => refer(value, components)
  const responses = (schema.response ?? {}) as Record<string, Schema>
  return {
    operationId: schema.operationId,
    tags: schema.tags,
    summary: schema.summary,
    description: schema.description,
    ...(config?.permission === 'public' ? {} : { security: [{ token: [] }] }),
    parameters: [
      ...parameters('path', schema.params, name, schema.example?.params),
      ...parameters('query', schema.querystring, name, schema.example?.query),
    ],
    ...(schema.body
      ? { requestBody: { required: true, content: json(name(schema.body), schema.example?.body) } }
      : {}),
    responses: describeResponses(responses, name),
  }
}

/** OpenAPI requires at least one response, also for streams and other responses without a schema. */
function describeResponses(responses: Record<string, Schema>, name: (value: unknown) => unknown) {
  const described = Object.entries(responses).map(([code, body]) => [
    code,
    body.type === 'null' ? { description: '' } : { description: '', content: json(name(body)) },
  ])
  return described.length > 0 ? Object.fromEntries(described) : { default: { description: '' } }
}

const json = (schema: unknown, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

function parameters(
  place: 'path' | 'query',
  schema: unknown,
  name: (value: unknown) => unknown,
  examples: Readonly<Record<string, unknown>> = {},
) {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([key, value]) => ({
    name: key,
    in: place,
    required: place === 'path' || required.includes(key),
    schema: name(value),
    ...(examples[key] === undefined ? {} : { example: examples[key] }),
  }))
}

/** Replaces every schema that has a wire name with a reference, and adds it to the components. */
function refer(value: unknown, components: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((item) => refer(item, components))
  if (typeof value !== 'object' || value === null) return value
  const inner = () =>
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, refer(item, components)]))
  const name = nameOf(value)
  if (!name) return inner()
  if (!components[name]) {
    components[name] = {}
    components[name] = inner()
  }
  return { $ref: `#/components/schemas/${name}` }
}
