import { type Client, connect } from '@flagstaff/client/connect'
import type { Command } from 'commander'
import { CliError, exits } from './exit.ts'
import { type Output, openOutput } from './output.ts'
import { findTarget, type Target } from './settings.ts'
import { version } from './version.ts'

export type Globals = { url?: string; token?: string; json?: boolean }

/** What every command gets. */
export type Context<Options = unknown> = {
  options: Options & Globals
  output: Output
  /** The client of the chosen server, with the token. */
  client(): Client
  target(): Target
  /** All commands. */
  program: Command
}

export function contextOf<Options>(command: Command): Context<Options> {
  const options = command.optsWithGlobals<Options & Globals>()
  const target = () => {
    const found = findTarget(options)
    if (!found)
      throw new CliError(
        'No server is set. Run `flagstaff login <url>`, or set FLAGSTAFF_URL.',
        exits.wrongUse,
      )
    return found
  }
  return {
    options,
    program: rootOf(command),
    output: openOutput({ json: options.json ?? false }),
    target,
    client() {
      const { url, token } = target()
      if (!token)
        throw new CliError(
          `You are not signed in to ${url}. Run \`flagstaff login\`, or set FLAGSTAFF_URL and FLAGSTAFF_TOKEN.`,
        )
      return connect({ url, token, userAgent })
    },
  }
}

const rootOf = (command: Command): Command => (command.parent ? rootOf(command.parent) : command)

export const userAgent = `flagstaff-cli/${version}`
