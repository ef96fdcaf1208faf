import Type, { type Static } from 'typebox'
import { named } from './schema.ts'

export const RemoteMcpSettings = named('remoteMcpSettingsSchema', Type.Object({ enabled: Type.Boolean() }))
export type RemoteMcpSettings = Static<typeof RemoteMcpSettings>

/** A message of the Model Context Protocol. Its library checks what is in it. */
export const McpMessage = Type.Object({}, { additionalProperties: true })
