import pg from 'pg'
import type { DatabaseTls } from './database-settings.ts'

/** For all connections of this process: the pool, the listener and migrations. What the address says wins. */
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

/** What to do about an error that comes from the certificate of the database; undefined for other errors. */
export function certificateProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !causes.has(String(error.code))) return undefined
  return `The certificate of the database is not trusted: ${error.message}. Name the certificate of its authority in DATABASE_SSL_CA_FILE.`
}
