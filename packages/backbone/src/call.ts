import type { Seal } from './seal.ts'

/** What a node sends to a server: a POST of the client API, with the token that it would send over HTTP. */
export type Call = { path: string; token: string; headers: Record<string, string>; body: unknown }

/** The response; its body is not sent. */
export type Answer = { status: number; contentType: string | undefined }

/** Servers forget IDs of reports after eight days, so an old recorded call must not be accepted again. */
const MOST_AGE_MS = 86_400_000

const aboutCall = (instance: string) => JSON.stringify(['call', instance])
/** An answer belongs to one call, so that nobody in between can answer with another one. */
const aboutAnswer = (instance: string, id: string) => JSON.stringify(['answer', instance, id])

type Parts = { seal: Seal; instance: string; id: string }

export const closeCall = ({ seal, instance, id }: Parts, call: Call, now = Date.now()): Buffer =>
  seal.close(Buffer.from(JSON.stringify({ id, at: now, call })), aboutCall(instance))

/** A call with its ID; throws if it was not sealed for this installation, or too long ago. */
export function openCall(
  { seal, instance }: Omit<Parts, 'id'>,
  message: Uint8Array,
  now = Date.now(),
): { id: string; call: Call } {
  const { id, at, call } = JSON.parse(seal.open(message, aboutCall(instance)).toString()) as {
    id: string
    at: number
    call: Call
  }
  if (Math.abs(now - at) > MOST_AGE_MS)
    throw new Error('a node sent a report with a date of another day; check its clock')
  return { id, call }
}

export const closeAnswer = ({ seal, instance, id }: Parts, answer: Answer): Buffer =>
  seal.close(Buffer.from(JSON.stringify(answer)), aboutAnswer(instance, id))

export const openAnswer = ({ seal, instance, id }: Parts, message: Uint8Array): Answer =>
  JSON.parse(seal.open(message, aboutAnswer(instance, id)).toString())
