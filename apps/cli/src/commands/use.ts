import type { Context } from '../context.ts'
import { CliError, exits } from '../exit.ts'
import { readConfig, type StoredServer, writeConfig } from '../settings.ts'

/** Chooses a server, or lists those that the user has signed in to. Tokens are not shown. */
export async function use({ output }: Context, name?: string) {
  const config = readConfig()
  if (name === undefined) {
    const rows = Object.entries(config.servers).map(([known, server]) => shown(known, server, config.current))
    return output.table(
      rows,
      [
        { label: '', of: ({ current }) => (current ? '*' : ' ') },
        { label: 'NAME', of: (row) => row.name },
        { label: 'SERVER', of: ({ url }) => url },
        { label: 'EXPIRES', of: ({ expiresAt }) => expiresAt.slice(0, 10) },
      ],
      rows,
    )
  }
  const server = config.servers[name]
  if (!server)
    throw new CliError(`There is no server ${name}. Run \`flagstaff use\` to list them.`, exits.wrongUse)
  writeConfig({ ...config, current: name })
  output.result(`Now using ${server.url}`, shown(name, server, name))
}

const shown = (name: string, { url, expiresAt }: StoredServer, current: string | undefined) => ({
  name,
  url,
  expiresAt,
  current: name === current,
})
