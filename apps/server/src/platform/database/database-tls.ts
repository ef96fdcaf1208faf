import pg from 'pg'
import type { DatabaseTls } from '../settings/database-settings.ts'
import { SettingError } from '../settings/setting-error.ts'
import { rootOf } from './failures.ts'

/** Sets TLS for all connections of this process: pool, listener and migrations. Options in the database URL win. */
export function useDatabaseTls(tls: DatabaseTls) {
  Object.assign(pg.defaults, { ssl: tls ?? false })
}

const causes = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** How to fix a certificate error of the database connection; undefined for other errors. */
export function certificateProblem(error: unknown): SettingError | undefined {
  const root = rootOf(error)
  if (!(root instanceof Error) || !('code' in root) || !causes.has(String(root.code))) return undefined
  return new SettingError(
    `The certificate of the database is not trusted: ${root.message}. Name the certificate of its authority in DATABASE_SSL_CA_FILE.`,
  )
}
