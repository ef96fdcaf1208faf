import { t } from '../messages/entry.ts'

/** Thrown if the user cancelled a change that was already sent. The server may have received it. */
export class Cancelled extends Error {
  constructor() {
    super(t('api.stopped'))
  }
}

const running = new Map<number, AbortController>()
let last = 0

/** The number of the newest change; later ones have larger numbers. */
export const lastChange = () => last

/** Sends a change that `cancelSince` can stop. */
export async function cancellable<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const id = ++last
  running.set(id, controller)
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(new Cancelled()))
  })
  try {
    return await Promise.race([run(controller.signal), stopped])
  } finally {
    running.delete(id)
  }
}

/** Stops the changes that are newer than this one and have no response yet. */
export function cancelSince(change: number) {
  for (const [id, controller] of running) if (id > change) controller.abort()
}
