import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Caller } from '../write/actor.ts'
import type { Command } from '../write/commands.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what a token that can only propose changes must not do. Routes that change something are closed to it, unless
 * their command is proposable or open to proposers; `requireOpen` then looks at the input.
 */
export function refuseProposer(request: FastifyRequest) {
  if (!request.caller?.proposeOnly || safe.has(request.method)) return
  const { command, forProposers = false } = request.routeOptions.config
  if (forProposers || command?.proposable || command?.openToProposers) return
  throw new AppError('proposeOnly')
}

/** Before a command that is executed instead of proposed. */
export function requireOpen<Input>(
  { proposeOnly = false }: Caller,
  command: Pick<Command<Input>, 'openToProposers'>,
  input: Input,
) {
  if (proposeOnly && !command.openToProposers?.(input)) throw new AppError('proposeOnly')
}
