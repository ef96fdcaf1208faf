import type { FlagDelivery, Receipt, ReceiptCount } from '@flagstaff/contract/receipts'

export type Told = { named: Receipt[]; counted: ReceiptCount[] }
type Tally = Pick<FlagDelivery, 'sdks' | 'edges' | 'waiting'>

const MOST_WAITING = 100

type State = { revision: number; hash?: string | undefined }

/** The state as `revision-hash`; undefined if the client does not report a hash. */
export const tagOf = ({ revision, hash }: State): string | undefined =>
  hash === undefined ? undefined : `${revision}-${hash}`

/** All states that clients report. */
export const tagsIn = (told: readonly Told[]): string[] => [
  ...new Set(told.flatMap(({ named, counted }) => [...named, ...counted].flatMap((one) => tagOf(one) ?? []))),
]

/**
 * Counts how many clients with access to the project have the revision. An instance that polls several processes counts
 * once, with its latest state. A state that is not in our event log (`ours`) does not count, whatever its revision: the
 * database was restored since.
 */
export function tally(
  told: readonly Told[],
  project: string,
  revision: number,
  ours: ReadonlySet<string>,
): Tally {
  const sees = ({ projects }: { projects: string[] }) => projects.includes('*') || projects.includes(project)
  const newest = new Map<string, Receipt>()
  for (const receipt of told.flatMap(({ named }) => named).filter(sees)) {
    const key = JSON.stringify([receipt.kind, receipt.app, receipt.instance])
    const known = newest.get(key)
    if (!known || known.at < receipt.at) newest.set(key, receipt)
  }
  const all = [...newest.values()]
  const crowd = told.flatMap(({ counted }) => counted).filter(sees)
  const many = (counts: readonly ReceiptCount[]) => counts.reduce((sum, { instances }) => sum + instances, 0)
  const has = (one: State) => one.revision >= revision && isOurs(one)
  const isOurs = (one: State) => {
    const tag = tagOf(one)
    return tag === undefined || ours.has(tag)
  }
  const of = (kind: Receipt['kind']) => {
    const some = all.filter((receipt) => receipt.kind === kind)
    return { delivered: some.filter(has).length, total: some.length }
  }
  const sdks = of('sdk')
  return {
    sdks: { delivered: sdks.delivered + many(crowd.filter(has)), total: sdks.total + many(crowd) },
    edges: of('edge'),
    waiting: all
      .filter((receipt) => !has(receipt))
      .sort((a, b) => a.at - b.at)
      .slice(0, MOST_WAITING)
      .map(({ app, instance, kind, via, revision, at }) => ({
        appName: app,
        instanceId: instance,
        kind,
        via,
        revision,
        seenAt: new Date(at).toISOString(),
      })),
  }
}
