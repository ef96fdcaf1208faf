import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Consonants only: no code is a word, and none has characters that look alike (RFC 8628, 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8

export const newDeviceCode = (): string => randomBytes(32).toString('base64url')

export const newUserCode = (): string =>
  shown(Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''))

/** The form in which codes are shown, whatever case, spaces or dashes were typed. */
export const readUserCode = (typed: string): string => shown(typed.toUpperCase().replace(/[^A-Z]/g, ''))

const shown = (letters: string) => `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`

export const codeDigest = (code: string): Buffer => createHash('sha256').update(code).digest()

/** Two names, so that signing in for one use does not replace the token of the other. */
export const tokenNameFor = ({ host, proposeOnly }: { host: string; proposeOnly: boolean }): string =>
  `${proposeOnly ? 'MCP' : 'CLI'} on ${host}`
