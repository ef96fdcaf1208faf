import { digestOf } from '../marks.ts'
import { again } from '../pace.ts'
import type { Store } from '../store.ts'
import type { KeptOrder, OrderFolder } from './folder.ts'
import { type OverrideOrder, readOrder } from './orders.ts'

/** How far the clock of the person who signs an order can be off, and how old an order can be. */
const ACCEPTED_MS = 10 * 60_000
const LOOK_MS = 500
const MOST = 500
const ID = /^[0-9A-Za-z-]{10,40}$/

export type Active = OverrideOrder & { text: string; basis: string }

/** How an order was answered. */
export type Accepted = {
  outcome: 'applied' | 'off already' | 'known' | 'unknown flag' | 'too old' | 'not signed' | 'too many'
  order?: OverrideOrder
  /** Whether the order survives a restart of the process. */
  kept?: boolean
}

type Parts = {
  store: Store
  /** Keys whose orders are accepted. */
  keys: readonly string[]
  /** Without a folder, orders are only in memory. */
  folder: OrderFolder | undefined
  /** Saves the flags: an order that is newer than the saved flags would not survive a restart. */
  saveFlags(): Promise<void> | undefined
  onError(error: unknown): void
}

/** The orders that are in force. Each ends with the next change of its flag in its environment. */
export type OverrideBook = {
  readonly active: readonly Active[]
  accept(text: string, now?: number): Promise<Accepted>
  /** The order was recorded as a change, or is not needed any more. */
  end(id: string): void
  /** Called after an order was accepted. */
  onAccepted(listener: () => void): void
  stop(): Promise<void>
}

export async function openOverrides({
  store,
  keys,
  folder,
  saveFlags,
  onError,
}: Parts): Promise<OverrideBook> {
  const active = new Map<string, Active>()
  const ended = new Set<string>()
  let told = () => {}

  const baseOf = ({ environment, flag }: OverrideOrder) => {
    const piece = store.piece(environment, flag)
    return piece?.base ?? piece
  }
  const basisOf = (order: OverrideOrder) => digestOf(baseOf(order)?.text ?? '')
  const serve = () =>
    store.mask([...active.values()].map(({ environment, flag, id }) => ({ environment, flag, id })))
  const end = (id: string) => {
    if (!active.delete(id)) return
    ended.add(id)
    serve()
    void folder?.end(id).catch(onError)
  }
  /** Someone changed the flag, so they decide. A flag that is not there may not be loaded yet. */
  const endChanged = () => {
    for (const order of [...active.values()])
      if (baseOf(order) && basisOf(order) !== order.basis) end(order.id)
  }
  const restore = async (id: string, isNew: boolean) => {
    const kept = await folder?.load(id)
    const order = kept && readOrder(kept.text, keys)
    if (!kept || order?.id !== id || active.has(id) || ended.has(id)) return
    active.set(id, { ...order, text: kept.text, basis: isNew ? basisOf(order) : kept.basis })
  }
  /** Other processes that share the folder accept and end orders, too. */
  const look = async () => {
    if (!folder) return
    const found = await folder.list()
    const before = active.size
    for (const id of found.active) if (!active.has(id) && !ended.has(id)) await restore(id, true)
    for (const id of found.ended) if (active.has(id)) end(id)
    if (active.size > before) serve()
  }
  const start = async () => {
    if (!folder) return
    const found = await folder.list()
    for (const id of found.ended) ended.add(id)
    for (const id of found.active) await restore(id, false)
    if (active.size > 0) serve()
    endChanged()
    await folder.forgetOld(Date.now())
  }
  const keep = async (id: string, kept: KeptOrder): Promise<boolean> => {
    if (!folder) return false
    try {
      await saveFlags()
      await folder.save(id, kept)
      return true
    } catch (error) {
      onError(error)
      return false
    }
  }
  await start().catch(onError)
  // Not inside of a change: other listeners would see it after its consequence.
  const stopListening = store.listen(() => {
    if (active.size > 0) queueMicrotask(endChanged)
  })
  const stopLooking = folder ? again(() => look().catch(onError), LOOK_MS) : async () => {}
  return {
    get active() {
      return [...active.values()]
    },
    async accept(text, now = Date.now()) {
      const order = readOrder(text, keys)
      if (!order || !ID.test(order.id)) return { outcome: 'not signed' }
      const { id } = order
      if (active.has(id) || ended.has(id)) return { outcome: 'known', order }
      if (!(Math.abs(now - Date.parse(order.at)) <= ACCEPTED_MS)) return { outcome: 'too old', order }
      if (active.size >= MOST) return { outcome: 'too many', order }
      const base = baseOf(order)
      if (!base) return { outcome: 'unknown flag', order }
      if (!base.enabled) return { outcome: 'off already', order }
      const basis = basisOf(order)
      active.set(id, { ...order, text, basis })
      serve()
      const kept = await keep(id, { text, basis })
      told()
      return { outcome: 'applied', order, kept }
    },
    end,
    onAccepted(listener) {
      told = listener
    },
    async stop() {
      stopListening()
      await stopLooking()
    },
  }
}
