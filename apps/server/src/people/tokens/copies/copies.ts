import type { ApiToken } from '@flagstaff/contract/tokens'
import type { Reader } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/write/actor.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { insertCopy, listCopies } from './queries.ts'

// Tools such as Terraform find the tokens they created by comparing secrets in the list. So an admin token or service
// account sees the secrets of tokens it created; all other callers see the masked form.

export async function keepCopy(tx: Tx, tokenId: string, secret: string) {
  const vault = tx.caller.vault?.()
  if (vault) await insertCopy(tx, tokenId, vault.holder, vault.seal(secret, tokenId))
}

/** Adds the secrets of the tokens that this caller created. */
export async function showCopies(
  db: Reader,
  caller: Caller,
  tokens: readonly ApiToken[],
): Promise<ApiToken[]> {
  const vault = caller.vault?.()
  if (!vault) return [...tokens]
  const copies = await listCopies(db, vault.holder)
  return tokens.map((token) => {
    const sealed = copies.get(token.id ?? '')
    const secret = sealed && vault.open(sealed, token.id ?? '')
    return secret ? { ...token, secret } : token
  })
}
