import type { Client } from '@flagstaff/client/connect'
import Type, { type Static, type TSchema } from 'typebox'

/** A tool: reads or proposes something through the API, with the rights of the caller's token. */
export type Tool = {
  name: string
  title: string
  description: string
  input: TSchema
  /** It changes nothing. */
  reads: boolean
  run(client: Client, input: never): Promise<object>
}

export const tool = <const S extends TSchema>(
  definition: Omit<Tool, 'input' | 'run'> & {
    input: S
    run(client: Client, input: Static<S>): Promise<object>
  },
): Tool => definition

/** Refused by a tool itself; the message says what to do. */
export class ToolError extends Error {}

const Name = (description: string) => Type.String({ minLength: 1, maxLength: 100, description })
export const FlagName = Name('The name of the flag.')
export const ProjectName = Name('The ID of the project.')
export const EnvironmentName = Name('The name of the environment, such as production.')
export const Limit = Type.Integer({
  minimum: 1,
  maximum: 50,
  description: 'How many to return; 20 by default.',
})
export const Moment = Type.String({
  format: 'date-time',
  maxLength: 40,
  description: 'A time in ISO 8601 with a time zone, such as 2026-01-31T17:00:00Z.',
})

/** Without the fields that were not given. */
export const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

/** The project of a flag. Names are unique, so the caller need not know it. */
export async function projectOf(client: Client, flag: string, given?: string): Promise<string> {
  if (given !== undefined) return given
  const { features } = await client.get('GET /api/admin/search/features', {
    query: { query: flag, limit: '50' },
  })
  const found = features.find(({ name }) => name === flag)
  if (!found) throw new ToolError(`The flag ${flag} does not exist, or the token has no access to it.`)
  return found.project
}

export const pageOf = (client: Client, project: string, flag: string): string =>
  `${client.url}/projects/${encodeURIComponent(project)}/features/${encodeURIComponent(flag)}`
