import { hashPassword, isPassword } from '../../auth/index.ts'
import type { Reader } from '../../platform/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { listUsedPasswords } from './queries.ts'
import { requireStrong } from './rules.ts'

type Wish = { password: string; confirmPassword?: string | undefined }

/**
 * Judges a new password and hashes it. Before the change, not within it: hashing takes long on purpose, and nothing
 * may be locked meanwhile.
 */
export async function preparePassword(read: Reader, userId: number | null, wish: Wish): Promise<string> {
  if (wish.confirmPassword !== undefined && wish.confirmPassword !== wish.password) {
    throw invalid('The two passwords differ. Type the same one twice.', 'confirmPassword')
  }
  requireStrong(wish.password)
  const used = userId === null ? [] : await listUsedPasswords(read, userId)
  const matches = await Promise.all(used.map((hash) => isPassword(wish.password, hash)))
  if (matches.includes(true)) throw new AppError('usedPassword')
  return hashPassword(wish.password)
}
