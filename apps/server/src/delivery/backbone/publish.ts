import { type Backbone, connectBackbone, createPublisher, createSeal, type Source } from '@flagstaff/backbone'
import type { Logger } from 'pino'
import type { Db } from '../../platform/database/database.ts'
import { isUnavailable } from '../../platform/database/failures.ts'
import type { BackboneSettings } from '../../platform/settings/backbone-settings.ts'
import { ulid } from '../../platform/ulid.ts'
import { changeIn, readAll, readNews } from '../published-queries.ts'
import { answerCalls } from './calls.ts'
import type { Post } from './post.ts'
import { endLease, holdLease, readIncarnation, writeIncarnation, writeTrouble } from './queries.ts'

const LEASE_EVERY_MS = 1_000
const FAILING = 'Changes cannot be published'

/** The history of the database: a state that is not part of it any more means that the streams have to be made again. */
const sourceOf = (db: Db): Source => ({
  async changeSince({ epoch, revision, hash }) {
    const news = await readNews(db, revision)
    const isKnown = news.epoch === epoch && (revision === 0 || news.hashThere === hash)
    return isKnown && news.historyFloor <= revision ? changeIn(news) : undefined
  },
  readAll: () => readAll(db),
})

/**
 * Publishes every change to the backbone, in one process at a time, and answers the reports of nodes, in every process.
 * Changes never wait for it.
 */
export function startPublishing(
  { servers, credentials, key, instance, replicas }: BackboneSettings,
  { db, logger, post }: { db: Db; logger: Logger; post: Post },
) {
  const holder = ulid()
  const seal = createSeal(key)
  let backbone: Backbone | undefined
  let publisher: ReturnType<typeof createPublisher> | undefined
  let stopAnswering = () => {}
  let isStopped = false
  let isFailing = false
  let noted: string | null = null
  let lease: { clock: number | undefined; askedAt: number } = {
    clock: undefined,
    askedAt: Number.NEGATIVE_INFINITY,
  }
  /** Records for the doctor what an operator has to know; a failure of this must not stop the publishing. */
  const note = (trouble: string | null) => {
    noted = trouble
    void writeTrouble(db, trouble).catch(() => {})
  }
  void connectBackbone({ servers, credentials, instance, replicas }).then(
    async (opened) => {
      if (isStopped) return opened.close()
      backbone = opened
      publisher = createPublisher({
        backbone: opened,
        seal,
        instance,
        source: sourceOf(db),
        incarnation: {
          read: () => readIncarnation(db),
          async write(incarnation) {
            await writeIncarnation(db, incarnation)
          },
        },
        createId: ulid,
        databaseTime: () => lease.clock ?? 0,
        onUnreadable(error) {
          logger.error(
            { err: String(error) },
            'the backbone had something that cannot be opened; its streams are created again',
          )
          note('Its streams had something that cannot be opened, so they were created again')
        },
      })
      stopAnswering = answerCalls(opened, { seal, instance, post, logger })
    },
    (error: unknown) => logger.error({ err: String(error) }, 'the backbone cannot be used'),
  )
  const isHolder = async () => {
    const now = performance.now()
    if (now - lease.askedAt >= LEASE_EVERY_MS) lease = { clock: await holdLease(db, holder), askedAt: now }
    return lease.clock !== undefined
  }
  return {
    /** After every change, and every second. */
    async onNews() {
      if (!publisher) return
      if (!(await isHolder())) return publisher.rest()
      try {
        await publisher.publish()
        publisher.tick()
        if (isFailing) logger.info('changes are published to the backbone again')
        if (noted?.startsWith(FAILING)) note(null)
        isFailing = false
      } catch (error) {
        if (isUnavailable(error)) throw error
        if (!isFailing) note(`${FAILING}: ${error}`)
        if (!isFailing)
          logger.warn({ err: String(error) }, 'changes cannot be published to the backbone; retrying')
        isFailing = true
      }
    },
    /** Leaves the reports of nodes to the other servers. */
    stopAnswering: () => stopAnswering(),
    async stop() {
      isStopped = true
      publisher = undefined
      await backbone?.close()
      if (lease.clock !== undefined) await endLease(db, holder).catch(() => {})
    },
  }
}
