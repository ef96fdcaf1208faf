import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { createQueue } from '../../platform/background/queue.ts'

/** Argon2id with 64 MiB and about 50 ms per attempt, to make guessing expensive. */
const strength = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 }
/** Bounds the memory used by concurrent password hashes. */
const inTurn = createQueue({ atOnce: 2, mostWaiting: 30 })
/** Uses at most one of the two slots, so that a flood of sign-ins leaves the other one free. */
const inSlowTurn = createQueue({ atOnce: 1, mostWaiting: 30 })
const LONGEST = 128

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(normal(password), strength))

/** Takes the same time for accounts that do not exist or have no password, to prevent user enumeration. */
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

/** Whether a hash was created with weaker parameters than the current ones. */
export function isOutdated(stored: string): boolean {
  const [, memory, time] = /\$m=(\d+),t=(\d+),/.exec(stored) ?? []
  return Number(memory) < strength.memoryCost || Number(time) < strength.timeCost
}

/** The same characters can be encoded differently depending on the keyboard. */
const normal = (password: string) => password.normalize('NFKC')

/** The hash of a random password, to verify against when there is no stored hash. */
const bytes = (size: number) => randomBytes(size).toString('base64').replace(/=+$/, '')
const nobody = `$argon2id$v=19$m=${strength.memoryCost},t=${strength.timeCost},p=${strength.parallelism}$${bytes(16)}$${bytes(32)}`
