import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 26 characters that sort by time of creation. */
export function ulid(now: number = Date.now()): string {
  let time = ''
  for (let rest = now, i = 0; i < 10; i++) {
    time = ALPHABET[rest % 32] + time
    rest = Math.floor(rest / 32)
  }
  return time + Array.from(randomBytes(16), (byte) => ALPHABET[byte % 32]).join('')
}
