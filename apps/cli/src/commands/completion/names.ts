import type { Client } from '@flagstaff/client/connect'
import type { Context } from '../../context.ts'
import { searchFlags } from '../../flags.ts'
import { readStored, writeStored } from '../../settings.ts'

export const kinds = ['flags', 'projects', 'environments'] as const
export type Kind = (typeof kinds)[number]

const KEPT_MS = 60_000
const file = 'completion.json'
type Kept = { url: string; at: number; names: Partial<Record<Kind, string[]>> }

const read: Record<Kind, (client: Client) => Promise<string[]>> = {
  flags: async (client) => (await searchFlags(client, {})).map(({ name }) => name),
  projects: async (client) => (await client.get('GET /api/admin/projects', {})).projects.map(({ id }) => id),
  environments: async (client) =>
    (await client.get('GET /api/admin/environments', {})).environments.map(({ name }) => name),
}

/**
 * Names on the server for the completion of a shell, which asks at every key press: they are kept for a minute. Bash
 * expands the words that it is given, so a name that a server makes up must not be a command.
 */
export async function listNames(
  { client, target }: Context,
  kind: Kind,
  now = Date.now(),
): Promise<string[]> {
  const { url } = target()
  const stored = readStored<Kept>(file)
  const kept = stored?.url === url && now - stored.at < KEPT_MS && now >= stored.at ? stored : undefined
  const known = kept?.names[kind]
  if (known) return known
  const names = (await read[kind](client())).filter((name) => /^[\w.~-]+$/.test(name))
  writeStored(file, { url, at: kept?.at ?? now, names: { ...kept?.names, [kind]: names } } satisfies Kept)
  return names
}
