import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ChangeRequest } from '@flagstaff/contract/requests'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'
// Adds `operationId` to the types of schemas.
import type {} from '../src/platform/http/openapi.ts'
import { exclude } from './callback-watch.ts'

const folder = fileURLToPath(new URL('../../../.reports/operations/', import.meta.url))
mkdirSync(folder, { recursive: true })
const file = join(folder, `${process.pid}.jsonl`)
const ajv = new Ajv2020({ strict: false, allErrors: true })
;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
const seen = new Set<string>()

/**
 * Validates every response against its schema, and records which operations a test called with success and with a
 * refusal. A response that violates the schema becomes a 500, so the test that caused it fails.
 */
export function watchContract(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    const { schema } = request.routeOptions
    const operation = schema?.operationId
    if (!operation) return payload
    const { statusCode } = reply
    const success = statusCode >= 200 && statusCode < 400
    const isProposal = reply.getHeader('preference-applied') === 'propose'
    const responses = isProposal ? { 202: ChangeRequest } : (schema.response as Record<string, object>)
    if (success && statusCode !== 304) exclude(() => check(operation, statusCode, responses, payload))
    // A failure in the contract (the 503 of `/ready`) is a valid response, any other is a bug.
    const named = String(statusCode) in (schema.response as object)
    record(operation, success ? 'success' : statusCode < 500 || named ? 'refusal' : 'failure')
    return payload
  })
  // Streams bypass Fastify's reply.
  app.addHook('onRequest', async (request, reply) => {
    const operation = request.routeOptions.schema?.operationId
    if (!operation) return
    reply.raw.once('close', () => {
      if (reply.raw.headersSent && reply.raw.statusCode === 200) record(operation, 'success')
    })
  })
}

function record(operation: string, outcome: string) {
  const line = JSON.stringify({ operation, outcome })
  if (seen.has(line)) return
  seen.add(line)
  appendFileSync(file, `${line}\n`)
}

function check(
  operation: string,
  status: number,
  responses: Record<string, object> | undefined,
  payload: unknown,
) {
  const schema = responses?.[String(status)]
  if (!schema) throw new Error(`${operation} answered ${status}, which its contract does not name`)
  if ((schema as { type?: string }).type === 'null') {
    if (payload) throw new Error(`${operation} answered a body where its contract names none`)
    return
  }
  const body = Buffer.isBuffer(payload)
    ? parse(payload.toString())
    : typeof payload === 'string'
      ? parse(payload)
      : payload
  const validate = ajv.compile(schema)
  if (!validate(body))
    throw new Error(`${operation} ${status} breaks its contract: ${ajv.errorsText(validate.errors)}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
