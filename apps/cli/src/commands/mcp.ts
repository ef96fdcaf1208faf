import { connect } from '@flagstaff/client/connect'
import { createServer } from '@flagstaff/mcp'
import { serveStdio } from '@flagstaff/mcp/stdio'
import { type Context, userAgent } from '../context.ts'
import { CliError, exits } from '../exit.ts'
import { readConfig, type Target, writeConfig } from '../settings.ts'
import { version } from '../version.ts'
import { type SignInOptions, signIn } from './login.ts'

type Options = SignInOptions & { login?: boolean }

/** Answers messages of the Model Context Protocol on standard input until it ends. */
export async function mcp(context: Context<Options>) {
  if (context.options.login) return loginForMcp(context)
  const { url, token } = credentialOf(context)
  const closed = new Promise<void>((done) => process.stdin.once('close', done))
  serveStdio(
    () =>
      createServer({
        version,
        connect: (program) =>
          connect({
            url,
            token,
            userAgent,
            via: program === undefined ? 'mcp' : `mcp; client=${encodeURIComponent(program)}`,
          }),
      }),
    // Standard output belongs to the protocol.
    { onerror: ({ message }) => process.stderr.write(`${message}\n`) },
  )
  await closed
  return exits.done
}

/** The token for this purpose if there is one; a token that was given explicitly comes first. */
function credentialOf({ target }: Context<Options>): { url: string; token: string } {
  const found: Target = target()
  const stored = Object.values(readConfig().servers).find(({ url }) => url === found.url)
  const token = found.tokenFrom === 'sign-in' ? (stored?.mcp?.token ?? found.token) : found.token
  if (!token)
    throw new CliError(
      `You are not signed in to ${found.url}. Run \`flagstaff login\` and \`flagstaff mcp --login\`.`,
    )
  return { url: found.url, token }
}

/** Creates a token that can only propose changes, and stores it beside the one of `flagstaff login`. */
async function loginForMcp({ options, output, target }: Context<Options>) {
  const { url } = target()
  const before = readConfig()
  const name = Object.keys(before.servers).find((one) => before.servers[one]?.url === url)
  if (name === undefined)
    throw new CliError(`You are not signed in to ${url}. Run \`flagstaff login ${url}\` first.`)
  const token = await signIn({ options, output }, url, { proposeOnly: true })
  const config = readConfig()
  const server = config.servers[name]
  if (!server) throw new CliError(`You have signed out of ${url}. Run \`flagstaff login ${url}\` first.`)
  writeConfig({ ...config, servers: { ...config.servers, [name]: { ...server, mcp: token } } })
  const { expiresAt } = token
  output.result(`flagstaff mcp can propose changes on ${url}, until ${expiresAt.slice(0, 10)}`, {
    server: name,
    url,
    proposeOnly: true,
    expiresAt,
  })
  return exits.done
}
