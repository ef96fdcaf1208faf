import type { Reader } from '../../../platform/database/database.ts'
import { AppError, invalid } from '../../../platform/errors.ts'
import { hashPassword, isPassword } from '../../auth/index.ts'
import { listUsedPasswords } from './queries.ts'
import { requireStrong } from './rules.ts'

type Wish = { password: string; confirmPassword?: string | undefined }

/**
 * Validates and hashes a new password. Done before the change, since hashing is slow on purpose and must not happen
 * while locks are held.
 */
export async function preparePassword(read: Reader, userId: number | null, wish: Wish): Promise<string> {
  if (wish.confirmPassword !== undefined && wish.confirmPassword !== wish.password) {
    throw invalid('The passwords do not match. Type the same one twice.', 'confirmPassword')
  }
  requireStrong(wish.password)
  const used = userId === null ? [] : await listUsedPasswords(read, userId)
  const matches = await Promise.all(used.map((hash) => isPassword(wish.password, hash)))
  if (matches.includes(true)) throw new AppError('usedPassword')
  return hashPassword(wish.password)
}
