import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** A TypeBox schema in the form that the protocol's library takes. TypeBox values are JSON Schema already. */
export function standard<S extends TSchema>(schema: S): StandardSchemaWithJSON<Static<S>> {
  const validator = Compile(schema)
  const json = () => JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
  return {
    '~standard': {
      version: 1,
      vendor: 'flagstaff',
      validate(value) {
        const given = value ?? {}
        if (validator.Check(given)) return { value: given }
        const issues = validator.Errors(given).map(({ instancePath, message }) => ({
          message: `${instancePath || 'arguments'}: ${message}`,
        }))
        return { issues: issues.slice(0, 10) }
      },
      jsonSchema: { input: json, output: json },
    },
  }
}
