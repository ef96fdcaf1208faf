import type { NewEvent } from '../../../platform/write/write.ts'
import type { Stored } from './stored.ts'

/** Events never contain secrets, not even encrypted: only whether there is one and whether it was replaced. */
export function settingChanged<N extends keyof Stored>(
  name: N,
  before: Stored[N] | undefined,
  after: Stored[N],
): NewEvent {
  if (!before) return { type: 'setting-created', data: { name, ...shown(after) } }
  const replaced = secretOf(before) !== secretOf(after)
  return {
    type: 'setting-updated',
    data: { name, ...shown(after), ...(replaced ? { secretReplaced: true } : {}) },
    preData: { name, ...shown(before) },
  }
}

type Secrets = {
  sealedSecret?: string | undefined
  secretCopy?: string | undefined
  sealedKey?: string | undefined
}

const secretOf = (stored: object): string | undefined => {
  const { sealedSecret, sealedKey } = stored as Secrets
  return sealedSecret ?? sealedKey
}

function shown(stored: object): object {
  const {
    sealedSecret,
    secretCopy: _copy,
    sealedKey,
    objectVersion: _version,
    ...rest
  } = stored as Secrets & {
    objectVersion?: number
  }
  if ('disabled' in rest) return rest
  return { ...rest, hasSecret: (sealedSecret ?? sealedKey) !== undefined }
}
