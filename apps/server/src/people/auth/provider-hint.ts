import { openVault } from '../../platform/vault.ts'

// The database never has the key: only the browser with the session cookie can sign out with the hint.

const LABEL = 'provider hint'

export const sealHint = (session: string, hint: string): Buffer => openVault(session).seal(hint, LABEL)

export const openHint = (session: string, sealed: Buffer | null): string | undefined =>
  sealed === null ? undefined : openVault(session).open(sealed, LABEL)
