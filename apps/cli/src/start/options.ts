import { parseArgs } from 'node:util'
import { Failure } from './failure.ts'

export type StartOptions = {
  port: number
  /** A folder for the data. Without one, `name` chooses a folder in the user's data folder. */
  data?: string | undefined
  name: string
  /** Deletes the data at the end. */
  temporary: boolean
  /** Fills the server with a demo shop. */
  demo: boolean
  /** Opens the browser, on a terminal. */
  open: boolean
}

export const startHelp = `flagstaff start: runs Flagstaff with its own PostgreSQL, for a trial

  --port <number>   the port of the server; default 4242, or PORT
  --data <folder>   where to keep the data
  --name <name>     which of several installations; default "default"
  --temporary       delete the data at the end
  --demo            fill it with a demo shop
  --no-open         do not open the browser

With DATABASE_URL, it uses that database and starts none.
`

/** Reads the options of `flagstaff start`; undefined if help was asked for. */
export function readStartOptions(
  args: string[],
  env: Record<string, string | undefined>,
): StartOptions | undefined {
  const { values } = parse(args)
  if (values.help) return undefined
  const port = values.port ?? env.HTTP_PORT ?? env.PORT ?? '4242'
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    throw new Failure(`--port must be a number from 1 to 65535, not ${port}.`, 2)
  const { name = 'default', temporary = false, demo = false, data } = values
  if (!/^[a-z0-9][a-z0-9_-]{0,40}$/i.test(name))
    throw new Failure('--name can have up to 41 letters, digits, - and _.', 2)
  if (temporary && data) throw new Failure('Use --temporary or --data, not both.', 2)
  return { port: Number(port), data, name, temporary, demo, open: !values['no-open'] }
}

export const edgeHelp = `flagstaff edge: serves the flags of a server close to applications

It has no options. Its settings are environment variables:
  UPSTREAM_URL   the server, such as https://flags.example.com
  TOKENS         backend tokens of the environments to serve, separated by commas
  PORT           default 3063
  DATA_FOLDER    keeps flags and counts, so that it can start while the server is away
The reference of the edge in the documentation has all of them.
`

/** Whether help was asked for; there are no other options. */
export function isEdgeHelp(args: string[]): boolean {
  const options = { help: { type: 'boolean', short: 'h' } } as const
  return orExplain(edgeHelp, () => parseArgs({ args, options })).values.help === true
}

export type MoveOptions = {
  /** The URL of an empty database. */
  to: string
  name: string
  data?: string | undefined
}

export const moveHelp = `flagstaff move --to postgres://…: copies everything to an empty PostgreSQL database

  --to <url>        the empty database, in PostgreSQL 13 or newer
  --name <name>     which of several installations to move; default "default"
  --data <folder>   the folder of the data, if it was started with --data
`

/** Reads the options of `flagstaff move`; undefined if help was asked for. */
export function readMoveOptions(args: string[]): MoveOptions | undefined {
  const options = {
    to: { type: 'string' },
    name: { type: 'string' },
    data: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { to, name = 'default', data, help } = orExplain(moveHelp, () => parseArgs({ args, options })).values
  if (help) return undefined
  if (!to || !/^postgres(ql)?:/.test(to))
    throw new Failure('Name the database to move to: --to postgres://user:password@host/database', 2)
  return { to, name, data }
}

const parse = (args: string[]) =>
  orExplain(startHelp, () =>
    parseArgs({
      args,
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        name: { type: 'string' },
        temporary: { type: 'boolean' },
        demo: { type: 'boolean' },
        'no-open': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }),
  )

/** Wrong options are answered with the help. */
function orExplain<T>(help: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Failure(`${(error as Error).message}\n\n${help}`, 2)
  }
}
