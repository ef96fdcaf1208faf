import type { ApiToken } from '@flagstaff/contract/tokens'
import type { Caller } from '../../platform/actor.ts'
import type { Reader } from '../../platform/database.ts'
import type { Tx } from '../../platform/write.ts'
import { insertCopy, listCopies } from './queries.ts'

// Tools that create tokens, such as Terraform, find them again by comparing secrets in the list. A token that creates
// a token therefore sees its secret again; everybody else sees the masked form.

export async function keepCopy(tx: Tx, tokenId: string, secret: string) {
  const vault = tx.caller.vault?.()
  if (vault) await insertCopy(tx, tokenId, vault.holder, vault.seal(secret, tokenId))
}

/** The tokens, with the secrets of those that this caller created. */
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
