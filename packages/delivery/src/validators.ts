import buildCompilers, { type BuildCompilerFromPool } from '@fastify/ajv-compiler'
import type { FastifyServerOptions } from 'fastify'
import { withBounds } from './bounds.ts'

type Validate = ReturnType<ReturnType<BuildCompilerFromPool>>

type Route = Parameters<ReturnType<BuildCompilerFromPool>>[0]

const makeCompiler = buildCompilers()

/**
 * As the wire does: values are coerced, unknown fields are ignored but kept out of nobody's way, and the first fault
 * is reported. Not Fastify's 'array', which would accept `values: 3`.
 */
const customOptions = {
  coerceTypes: true,
  removeAdditional: false,
  allErrors: false,
  useDefaults: true,
  // Otherwise bounds are not looked at for the text "Infinity", which is coerced to a number.
  strictNumbers: false,
}

/** A schema is compiled for the first request that needs it: all of them at once would hold up every start. */
const buildValidator: BuildCompilerFromPool = (schemas, options) => {
  const compile = makeCompiler(schemas, options)
  return (route) => compiledWhenAsked(() => compile(bounded(route)))
}

/** Fastify hands over the schema together with the route it is for. */
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

/** How requests are checked, on a server and on an edge. */
export const validation: Pick<FastifyServerOptions, 'ajv' | 'schemaController'> = {
  ajv: { customOptions },
  schemaController: { compilersFactory: { buildValidator } },
}
