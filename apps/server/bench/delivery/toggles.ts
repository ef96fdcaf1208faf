import { now } from './clock.ts'
import { flagName } from './flags.ts'
import { type Site, setFlag } from './site.ts'
import type { StreamReader } from './stream-reader.ts'

/** Switches flags one after the other; gives how long after the answer each reached the stream, in milliseconds. */
export async function toggle(site: Site, stream: StreamReader, times: number): Promise<number[]> {
  const delays: number[] = []
  for (let turn = 0; turn < times; turn++) {
    // Every tenth flag is off at first; these go on, and off again in the next round.
    await setFlag(site, flagName((turn % 5) * 10), Math.floor(turn / 5) % 2 === 0 ? 'on' : 'off')
    const answered = now()
    delays.push(Math.max(0, (await stream.next()) - answered))
  }
  return delays
}
