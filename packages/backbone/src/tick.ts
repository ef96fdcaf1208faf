import type { Seal } from './seal.ts'
import type { Tick } from './watchdog.ts'

const aboutTick = (instance: string) => JSON.stringify(['tick', instance])

export const closeTick = (
  seal: Seal,
  instance: string,
  { incarnation, epoch, revision, at, count }: Tick,
): Buffer =>
  seal.close(Buffer.from(JSON.stringify({ incarnation, epoch, revision, at, count })), aboutTick(instance))

export const openTick = (seal: Seal, instance: string, message: Uint8Array): Tick =>
  JSON.parse(seal.open(message, aboutTick(instance)).toString())
