import type { FastifyRequest } from 'fastify'
import type { Reader } from '../database/database.ts'
import type { Viewer } from '../write/actor.ts'
import type { Command, Order } from '../write/commands.ts'

type Ref = { project: string; id: number }

/** How changes are proposed instead of being made: filled in by the slice of change requests. */
export type Proposals = {
  add: Command<{ orders: Order[] }, unknown, Ref>
  read(db: Reader, viewer: Viewer, ref: Ref): Promise<object>
  pathOf(ref: Ref): string
}

/** Thrown to end a request whose change was proposed: its route has no result to respond with. */
export class Proposed extends Error {
  readonly body: object
  readonly location: string

  constructor(body: object, location: string) {
    super('the change was added to a change request')
    this.body = body
    this.location = location
  }
}

/** `Prefer: propose` adds a change to a change request instead of making it. Some tokens can do nothing else. */
export const wantsProposal = ({ headers, caller }: Pick<FastifyRequest, 'headers' | 'caller'>): boolean =>
  caller?.proposeOnly === true ||
  [headers.prefer ?? []]
    .flat()
    .join(',')
    .split(/[,;]/)
    .some((preference) => preference.trim().toLowerCase() === 'propose')
