import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoAccounts } from '@flagstaff/contract/demo-accounts'
import { isPassword } from '../../people/auth/index.ts'
import { checkMail } from '../../people/mail/index.ts'
import { readLags } from '../../platform/background/followers.ts'
import type { Reader } from '../../platform/database/database.ts'
import { listMigrations } from '../../platform/database/migrate.ts'
import { notificationsArrive } from '../../platform/database/notifications.ts'
import { openSecretBox } from '../../platform/secret-box.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { listUnread } from '../../platform/settings/unread-settings.ts'
import { isRecorded, readAnchor } from '../../platform/write/anchor.ts'
import { positionBefore, verifyAfter } from '../../platform/write/verify.ts'
import { readRevision, version } from '../../version.ts'
import { bad, type Finding, good, warning } from './finding.ts'
import {
  listMigrated,
  listPasswords,
  listSealed,
  readBackboneTrouble,
  readDatabaseFacts,
  readEdgeFacts,
  readJobFacts,
} from './queries.ts'

export type Patient = {
  read: Reader
  settings: Settings
  env: Readonly<Record<string, string | undefined>>
}
export type Check = (patient: Patient) => Promise<Finding>

const CLOCK_MS = 5_000
const LAG_SECONDS = 300
const LAST_EVENTS = 1_000
const PATIENCE_MS = 3_000
/** A busy database delivers late, which is not this finding. */
const NOTIFICATION_MS = 15_000

/** Read once; empty if it is not known. */
let revision: string | undefined

const checkVersion: Check = async ({ read }) => {
  const { version: database, major } = await readDatabaseFacts(read)
  revision ??= readRevision() ?? ''
  const build = revision === '' ? version : `${version} (${revision})`
  const text = `Flagstaff ${build} on Node ${process.version} with PostgreSQL ${database}.`
  return major < 13 ? bad(text, 'Update PostgreSQL to version 13 or newer.') : good(text)
}

const checkMigrations: Check = async ({ read }) => {
  const [known, done] = await Promise.all([listMigrations(), listMigrated(read)])
  const missing = known.filter((name) => !done.includes(name))
  const newer = done.filter((name) => !known.includes(name))
  if (missing.length > 0)
    return bad(
      `${missing.length} migrations are missing, from ${missing[0]} on.`,
      'Start one server without DATABASE_DISABLE_MIGRATION; it migrates the database.',
    )
  if (newer.length > 0)
    return warning(`A newer version has migrated the database: ${newer.at(-1)}.`, 'Update this server.')
  return good(`All ${known.length} migrations are applied.`)
}

const checkClock: Check = async ({ read }) => {
  const asked = Date.now()
  const { clock } = await readDatabaseFacts(read)
  const difference = Math.abs(clock - (asked + Date.now()) / 2)
  const text = `The clock differs from the database by ${(difference / 1_000).toFixed(1)} s.`
  return difference > CLOCK_MS
    ? warning(text, 'Synchronise both clocks with NTP. Times in logs and sessions are off.')
    : good(text)
}

const checkConnections: Check = async ({ read, settings }) => {
  const { maxConnections, servers } = await readDatabaseFacts(read)
  const count = Math.max(1, servers)
  const needed = count * (settings.poolSize + 1)
  const text = `${count} ${count === 1 ? 'server needs' : 'servers need'} up to ${needed} of ${maxConnections} connections.`
  return needed > maxConnections
    ? bad(text, 'Lower DATABASE_POOL_MAX, or raise max_connections of PostgreSQL.')
    : good(text)
}

const checkFollowers: Check = async ({ read }) => {
  const lags = await readLags(read)
  const late = lags.filter(({ lagSeconds }) => Number(lagSeconds ?? 0) > LAG_SECONDS)
  if (late.length === 0) return good('Every follower of the event log is up to date.')
  return bad(
    `${late.map(({ name, lag }) => `${name} has ${lag} events to handle`).join('; ')}.`,
    'Search the log of the servers for the name of the follower.',
  )
}

const checkJobs: Check = async ({ read }) => {
  const { failed, waitingSeconds } = await readJobFacts(read)
  if (waitingSeconds > LAG_SECONDS)
    return bad(
      `A job has been waiting for ${Math.round(waitingSeconds / 60)} minutes.`,
      'Check that a server is running; jobs run inside the servers.',
    )
  if (failed > 0)
    return warning(`${failed} jobs failed for good.`, 'Search the log of the servers for "a job failed".')
  return good('No job is late or has failed.')
}

const checkSnapshot: Check = async ({ settings: { snapshotFolder } }) => {
  if (snapshotFolder === undefined)
    return good('No SNAPSHOT_FOLDER is set: a server cannot start while the database is down.')
  const file = join(snapshotFolder, `doctor-${randomUUID()}`)
  try {
    await mkdir(snapshotFolder, { recursive: true })
    await writeFile(file, '')
    await rm(file)
    return good('The snapshot folder is writable.')
  } catch (error) {
    return bad(
      `The snapshot folder is not writable: ${(error as { code?: string }).code ?? 'unknown error'}.`,
      'Give the user of the server write access to SNAPSHOT_FOLDER, or free space on its disk.',
    )
  }
}

const checkListen: Check = async ({ settings: { databaseDirectUrl, databaseUrl } }) =>
  (await notificationsArrive(databaseUrl, databaseDirectUrl, NOTIFICATION_MS))
    ? good('Notifications of the database arrive.')
    : bad(
        'Notifications of the database do not arrive, so other servers see changes a second late.',
        'Set DATABASE_DIRECT_URL to an address that reaches PostgreSQL without a pooler.',
      )

const checkSecrets: Check = async ({ read, settings: { encryptionKeys } }) => {
  const sealed = await listSealed(read)
  const box = openSecretBox(encryptionKeys)
  const lost = sealed.filter((one) => {
    try {
      box.open(one.sealed)
      return false
    } catch {
      return true
    }
  })
  if (lost.length > 0)
    return bad(
      `ENCRYPTION_KEY does not open ${lost.length} of ${sealed.length} stored secrets: ${lost.map(({ name }) => name).join(', ')}.`,
      'Add the old key to ENCRYPTION_KEY after the new one, separated by a comma, or enter the secrets again.',
    )
  if (encryptionKeys.length === 0)
    return warning(
      'ENCRYPTION_KEY is not set, so no secrets can be stored.',
      'Set it to a long random string.',
    )
  return good('ENCRYPTION_KEY opens every stored secret.')
}

const checkChain: Check = async ({ read }) => {
  const anchor = await readAnchor(read)
  if (!(await isRecorded(read, anchor)))
    return bad(
      `The events up to ${anchor.revision} are missing, and nothing in the event log says that they were exported.`,
      'Somebody deleted events. Run verify-chain, and compare the event log with a backup.',
    )
  const from = await positionBefore(read, LAST_EVENTS)
  const { revision, brokenAt } = await verifyAfter(read, from)
  return brokenAt === undefined
    ? good(`The hashes of the last ${revision - from.revision} events match.`)
    : bad(
        `The hash of event ${brokenAt} does not match.`,
        'Somebody changed or deleted events. Run verify-chain, and compare the event log with a backup.',
      )
}

const checkEmail: Check = async ({ settings: { mail } }) => {
  if (!mail) return good('Email is not configured.')
  try {
    await checkMail(mail)
    return good(`The mail server ${mail.host} accepts connections.`)
  } catch (error) {
    return bad(
      `The mail server ${mail.host} cannot be used: ${(error as Error).message}.`,
      'Check EMAIL_HOST, EMAIL_PORT, EMAIL_SECURE, EMAIL_USER and EMAIL_PASSWORD.',
    )
  }
}

const isLocal = (url: string) => /^http:\/\/(localhost|127\.)/.test(url)

const checkUrl: Check = async ({ settings: { url, basePath } }) => {
  const health = `${url.endsWith(basePath) ? url : `${url}${basePath}`}/health`
  const answer = await fetch(health, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined)
  await answer?.body?.cancel()
  if (!answer?.ok)
    return warning(
      `${health} ${answer ? `returns ${answer.status}` : 'does not respond'} when called from the server.`,
      'Set URL to the address under which people open Flagstaff. Links in emails use it.',
    )
  if (!url.startsWith('https://') && !isLocal(url))
    return warning(
      `${url} is not an HTTPS address.`,
      'Put an HTTPS proxy in front of the server, and set URL.',
    )
  return good(`${url} responds.`)
}

const checkEdges: Check = async ({ read }) => {
  const { edges, silent, behind } = await readEdgeFacts(read)
  if (silent.length > 0)
    return warning(
      `Edges that stopped reporting in the last hour: ${silent.join(', ')}.`,
      'Check that they are running and reach the server.',
    )
  if (behind.length > 0)
    return warning(
      `Edges that serve an older revision: ${behind.join(', ')}.`,
      'Check their log and /internal-backstage/ready.',
    )
  return good(edges === 0 ? 'No edge has reported in the last hour.' : 'Every edge is up to date.')
}

const checkDemoAccounts: Check = async ({ read, settings: { url } }) => {
  const open: string[] = []
  for (const { username, hash } of await listPasswords(read, demoAccounts.usernames))
    if (await isPassword(demoAccounts.password, hash, { isSlow: true })) open.push(username)
  if (open.length === 0) return good('No account has the password of the demo.')
  const text = `The password of ${open.join(', ')} is published in the documentation.`
  return isLocal(url)
    ? good(`${text} That is safe while only this computer reaches the server.`)
    : bad(text, 'Create an administrator for yourself, and delete these accounts under Users.')
}

const checkBackbone: Check = async ({ read, settings: { backbone } }) => {
  if (!backbone) return good('No backbone is configured.')
  const found = await readBackboneTrouble(read)
  return found
    ? warning(
        `${found.trouble} (${found.at.toISOString()}).`,
        'Check that BACKBONE_KEY is the same on all servers and nodes, and that only servers can publish in NATS.',
      )
    : good('The backbone had no problem in the last day.')
}

const checkEnvironment: Check = async ({ env }) => {
  const unread = listUnread(env)
  return unread.length === 0
    ? good('No environment variable is ignored.')
    : warning(unread.join(' '), 'Remove these variables, or use what the message names.')
}

/** Checks that only read the database and the disk, for `/ready?full`. */
export const cheapChecks = {
  migrations: checkMigrations,
  clock: checkClock,
  connections: checkConnections,
  followers: checkFollowers,
  jobs: checkJobs,
  snapshot: checkSnapshot,
} satisfies Record<string, Check>

export const allChecks = {
  version: checkVersion,
  ...cheapChecks,
  notifications: checkListen,
  secrets: checkSecrets,
  events: checkChain,
  email: checkEmail,
  url: checkUrl,
  edges: checkEdges,
  'demo accounts': checkDemoAccounts,
  backbone: checkBackbone,
  environment: checkEnvironment,
} satisfies Record<string, Check>
