import { createHash } from 'node:crypto'

/** An event as stored. `data` and `preData` are the exact JSON texts. */
export type StoredEvent = {
  revision: number
  type: string
  createdAt: string
  actorType: string
  actorId: number
  actorName: string
  ip: string | null
  project: string | null
  environment: string | null
  flag: string | null
  tags: string
  groupType: string | null
  groupId: string | null
  data: string | null
  preData: string | null
  /** How the change was made, and by which program, if it was not the API itself. */
  via: string | null
  client: string | null
}

const sha256 = (text: string, before?: Buffer) => {
  const hash = createHash('sha256')
  if (before) hash.update(before)
  return hash.update(text).digest()
}

/** Digests all fields that can contain personal data, so that they can be erased while the chain still verifies. */
export const payloadDigest = (event: StoredEvent): Buffer =>
  sha256(
    JSON.stringify([
      event.actorName,
      event.ip,
      event.tags,
      event.data,
      event.preData,
      // Left out without a value, so that older events keep their digests.
      ...(event.via === null ? [] : [event.via, event.client]),
    ]),
  )

/** Links an event to the previous one. */
export const chainHash = (previous: Buffer, event: StoredEvent, digest: Buffer): Buffer =>
  sha256(
    JSON.stringify([
      event.revision,
      event.type,
      event.createdAt,
      event.actorType,
      event.actorId,
      event.project,
      event.environment,
      event.flag,
      event.groupType,
      event.groupId,
      digest.toString('hex'),
    ]),
    previous,
  )

export const genesis: Buffer = sha256('flagstaff')

export type LinkedEvent = StoredEvent & { digest: Buffer; hash: Buffer }

/** Whether the event is unmodified and follows the previous hash. */
export const isLinked = (previous: Buffer, event: LinkedEvent): boolean =>
  payloadDigest(event).equals(event.digest) && chainHash(previous, event, event.digest).equals(event.hash)

/** JSON in which `data`, `preData` and `tags` are byte for byte what was digested. */
export function toRecord(row: StoredEvent, digest: Buffer, hash: Buffer): string {
  const { tags, data, preData, ...plain } = row
  const head = JSON.stringify({
    revision: plain.revision,
    type: plain.type,
    created_at: plain.createdAt,
    actor_type: plain.actorType,
    actor_id: plain.actorId,
    actor_name: plain.actorName,
    ip: plain.ip,
    project: plain.project,
    environment: plain.environment,
    flag: plain.flag,
    group_type: plain.groupType,
    group_id: plain.groupId,
    via: plain.via,
    client: plain.client,
    digest: digest.toString('hex'),
    hash: hash.toString('hex'),
  })
  return `${head.slice(0, -1)},"tags":${tags},"data":${data},"pre_data":${preData}}`
}
