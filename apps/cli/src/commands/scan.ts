import type { Client } from '@flagstaff/client/connect'
import { MOST_REFERENCES } from '@flagstaff/contract/reference-limits'
import type { Context } from '../context.ts'
import { CliError, exits } from '../exit.ts'
import { searchFlags } from '../flags.ts'
import { readAliases } from '../scan/aliases.ts'
import { describeRepository } from '../scan/repository.ts'
import { type Reference, scanFolder } from '../scan/scan.ts'

type Options = {
  upload?: boolean
  snippets?: boolean
  failOn?: string
  repository?: string
  branch?: string
  link?: string
}
const kinds = ['unknown', 'archived'] as const
type Kind = (typeof kinds)[number]

/** Finds flags in the files of the current folder that git tracks. */
export async function scan({ client, options, output }: Context<Options>) {
  const failOn = kindsOf(options.failOn)
  const server = client()
  const archived = await listArchived(server)
  const { flags } = await server.get('GET /openfeature/v0/manifest', { query: {} })
  const keys = new Set([...flags.map(({ key }) => key), ...archived])
  const folder = process.cwd()
  const { references, files } = scanFolder(folder, keys, readAliases(folder))
  const shown = references.map((reference) => ({ ...reference, state: stateOf(reference, archived) }))
  output.table(
    shown,
    [
      { label: 'FLAG', of: ({ flag }) => flag },
      { label: 'PLACE', of: ({ path, line, column }) => `${path}:${line}:${column}` },
      { label: 'STATE', of: ({ state }) => (state === 'known' ? '' : state) },
    ],
    shown.map(({ snippet, ...rest }) => (options.snippets ? { ...rest, snippet } : rest)),
  )
  output.progress(`${shown.length} references in ${files} files`)
  if (options.upload) await upload(server, references, options, output.note)
  const wrong = shown.filter(({ state }) => failOn.some((kind) => kind === state))
  for (const { flag, path, line, state } of wrong) output.note(`✗ ${path}:${line}: ${flag} is ${state}`)
  return wrong.length > 0 ? exits.failed : exits.done
}

const stateOf = ({ flag, known }: Reference, archived: ReadonlySet<string>): Kind | 'known' => {
  if (archived.has(flag)) return 'archived'
  return known ? 'known' : 'unknown'
}

function kindsOf(text: string | undefined): Kind[] {
  const names = text?.split(',').map((name) => name.trim()) ?? []
  const wrong = names.find((name) => !kinds.some((kind) => kind === name))
  if (wrong !== undefined)
    throw new CliError(`--fail-on takes ${kinds.join(' and ')}, not "${wrong}".`, exits.wrongUse)
  return kinds.filter((kind) => names.includes(kind))
}

const listArchived = async (client: Client) =>
  new Set((await searchFlags(client, { archived: 'IS:true' })).map(({ name }) => name))

async function upload(
  client: Client,
  references: readonly Reference[],
  options: Options,
  note: (text: string) => void,
) {
  const { name, ...source } = describeRepository(process.cwd(), options)
  const known = references.filter((reference) => reference.known)
  const sent = known.slice(0, MOST_REFERENCES)
  if (sent.length < known.length) note(`Only the first ${MOST_REFERENCES} references are uploaded.`)
  await client.call('PUT /api/admin/code-references/:repository', {
    params: { repository: name },
    body: {
      ...source,
      references: sent.map(({ flag, path, line, column, snippet }) => ({
        flag,
        path,
        line,
        column,
        // The code stays on this computer unless it is asked for.
        ...(options.snippets && snippet !== '' ? { snippet } : {}),
      })),
    },
  })
  note(`Uploaded ${sent.length} ${sent.length === 1 ? 'reference' : 'references'} of ${name}`)
}
