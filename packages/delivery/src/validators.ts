import buildCompilers, { type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import type { FastifyServerOptions } from 'fastify'
import { withBounds } from './bounds.ts'

type Validate = ReturnType<ReturnType<BuildCompilerFromPool>>

type Route = Parameters<ReturnType<BuildCompilerFromPool>>[0]

const makeCompiler = buildCompilers()

/**
 * As the wire format requires: values are coerced, unknown fields are ignored but not removed, and the first error is
 * reported. Not Fastify's 'array', which would accept `values: 3`.
 */
const customOptions = {
  coerceTypes: true,
  removeAdditional: false,
  allErrors: false,
  useDefaults: true,
  // Otherwise bounds are not checked for the text "Infinity", which is coerced to a number.
  strictNumbers: false,
}

/** Schemas are compiled on first use: compiling all of them would slow down every start. */
const buildValidator: BuildCompilerFromPool = (schemas, options) => {
  const compile = makeCompiler(schemas, options)
  return (route) => compiledWhenAsked(() => compile(bounded(route)))
}

/** Fastify passes the schema together with its route. */
function bounded(route: Route): Route {
  const { schema, ...rest } = route as { schema: unknown }
  return { ...rest, schema: withBounds(schema) } as Route
}

function compiledWhenAsked(compile: () => Validate): Validate {
  let compiled: Validate | undefined
  const validate = ((data) => {
    compiled ??= compile()
    const valid = compiled(data)
    validate.errors = compiled.errors ?? null
    return valid
  }) as Validate
  return validate
}

/** Request validation, shared by server and edge. */
export const validation: Pick<FastifyServerOptions, 'ajv' | 'schemaController'> = {
  ajv: { customOptions },
  schemaController: { compilersFactory: { buildValidator } },
}
