import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../platform/turns.ts'

/** Argon2id, at the strength that keeps guessing expensive: 64 MiB and about 50 ms for each try. */
const strength = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 }
/** Bounds the memory that password hashes use at a time. */
const inTurn = createTurns({ atOnce: 2, mostWaiting: 30 })
/** Takes one of the two places at most, so a flood of sign-ins leaves the other one free. */
const inSlowTurn = createTurns({ atOnce: 1, mostWaiting: 30 })
const LONGEST = 128

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(normal(password), strength))

/** Takes as long for an account that does not exist, or has no password, as for any other. */
export async function isPassword(
  password: string,
  stored: string | null | undefined,
  { isSlow = false } = {},
): Promise<boolean> {
  const known = stored && password.length <= LONGEST ? stored : nobody
  const check = () => inTurn(() => verify(known, normal(password.slice(0, LONGEST))))
  const matches = await (isSlow ? inSlowTurn(check) : check())
  return matches && known === stored
}

/** Whether a hash was made with less effort than we spend today. */
export function isOutdated(stored: string): boolean {
  const [, memory, time] = /\$m=(\d+),t=(\d+),/.exec(stored) ?? []
  return Number(memory) < strength.memoryCost || Number(time) < strength.timeCost
}

/** The same letters typed on another keyboard are the same password. */
const normal = (password: string) => password.normalize('NFKC')

/** The hash of a password that nobody knows, to compare with where there is none. */
const bytes = (size: number) => randomBytes(size).toString('base64').replace(/=+$/, '')
const nobody = `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}$${bytes(16)}$${bytes(32)}`
