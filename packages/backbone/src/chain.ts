import type { Change } from '@flagstaff/delivery'
import { type Seal, SealError } from './seal.ts'

/** The streams of one installation. They are named anew whenever they are created. */
export type Streams = { instance: string; incarnation: string }

/** What a message of the chain says without being opened. */
export type LinkHead = { epoch: string; from: number; to: number }

/** A change that follows the one before it, or the note that it is too large and only in the next snapshot. */
export type Link = LinkHead & { hash: string; change: Change | undefined }

/** Messages of NATS are at most 1 MB by default. */
export const MOST_MESSAGE_BYTES = 512 * 1024

const aboutLink = ({ instance, incarnation }: Streams, { epoch, from, to }: LinkHead) =>
  JSON.stringify(['change', instance, incarnation, epoch, from, to])

/** A message of the chain. Too large a change is left out of it: nodes start again from the snapshot that has it. */
export function closeLink(seal: Seal, streams: Streams, from: number, change: Change): Buffer {
  const { epoch, revision: to, hash, rows, heads, knownAt } = change
  const head = { epoch, from, to }
  const close = (content: unknown) => {
    const sealed = seal.close(Buffer.from(JSON.stringify(content)), aboutLink(streams, head))
    const text = Buffer.from(JSON.stringify(head))
    const length = Buffer.alloc(2)
    length.writeUInt16BE(text.length)
    return Buffer.concat([length, text, sealed])
  }
  const message = close({ hash, rows, heads, knownAt })
  return message.length > MOST_MESSAGE_BYTES ? close({ hash, isInSnapshot: true }) : message
}

type Content = Pick<Change, 'hash'> & (Pick<Change, 'rows' | 'heads' | 'knownAt'> | { isInSnapshot: true })

export function openLink(seal: Seal, streams: Streams, message: Uint8Array): Link {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  const head = readHead(bytes)
  const { length, epoch, from, to } = head
  const content = JSON.parse(
    seal.open(bytes.subarray(2 + length), aboutLink(streams, head)).toString(),
  ) as Content
  const { hash } = content
  const change = 'rows' in content ? { revision: to, epoch, complete: false, ...content } : undefined
  return { epoch, from, to, hash, change }
}

function readHead(bytes: Buffer): LinkHead & { length: number } {
  try {
    const length = bytes.readUInt16BE(0)
    const { epoch, from, to } = JSON.parse(bytes.subarray(2, 2 + length).toString()) as LinkHead
    if (typeof epoch === 'string' && Number.isSafeInteger(from) && Number.isSafeInteger(to))
      return { length, epoch, from, to }
  } catch {
    // Answered below.
  }
  throw new SealError('a message of the backbone has an unknown format')
}

/** What a node does with a link: revisions are never skipped and never applied twice. */
export type Next = 'skip' | 'apply' | 'restart'

export function nextOf(known: { epoch: string; revision: number }, link: LinkHead): Next {
  if (link.epoch !== known.epoch) return 'restart'
  if (link.to <= known.revision) return 'skip'
  return link.from === known.revision ? 'apply' : 'restart'
}
