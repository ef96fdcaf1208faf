import { SettingError } from './setting-error.ts'

/** The NATS servers through which changes reach nodes in other regions. */
export type BackboneSettings = {
  servers: string[]
  /** A file with the credentials of the account. */
  credentials: string | undefined
  /** Encrypts everything that goes through NATS. */
  key: string
  /** Names the installation. */
  instance: string
  /** Copies of each stream. */
  replicas: number
}

type Readers = {
  value(...names: string[]): string | undefined
  list(...names: string[]): string[]
  number(fallback: number, ...names: string[]): number
}

const SHORTEST_KEY = 32

/** Undefined if there is no backbone. */
export function readBackbone({ value, list, number }: Readers): BackboneSettings | undefined {
  const servers = list('BACKBONE_URL')
  const credentials = value('BACKBONE_CREDENTIALS')
  const key = value('BACKBONE_KEY') ?? ''
  const instance = value('BACKBONE_INSTANCE') ?? 'flagstaff'
  const replicas = number(1, 'BACKBONE_REPLICAS')
  if (servers.length === 0) return undefined
  if (key.length < SHORTEST_KEY)
    throw new SettingError(
      `BACKBONE_URL needs BACKBONE_KEY, a random text of at least ${SHORTEST_KEY} characters. Use the same on all servers and nodes.`,
    )
  if (!/^[a-z0-9]{1,32}$/.test(instance))
    throw new SettingError('BACKBONE_INSTANCE must be 1 to 32 small letters and digits.')
  if (![1, 3, 5].includes(replicas)) throw new SettingError('BACKBONE_REPLICAS must be 1, 3 or 5.')
  return { servers, credentials, key, instance, replicas }
}
