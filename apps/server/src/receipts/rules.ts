import type { FlagDelivery, Receipt, ReceiptCount } from '@flagstaff/contract/receipts'

export type Told = { named: Receipt[]; counted: ReceiptCount[] }
type Tally = Pick<FlagDelivery, 'sdks' | 'edges' | 'waiting'>

const MOST_WAITING = 100

type State = { revision: number; hash?: string | undefined }

/** As `revision-hash`; undefined for readers who do not say it. */
export const tagOf = ({ revision, hash }: State): string | undefined =>
  hash === undefined ? undefined : `${revision}-${hash}`

/** Every state that readers say they have. */
export const tagsIn = (told: readonly Told[]): string[] => [
  ...new Set(told.flatMap(({ named, counted }) => [...named, ...counted].flatMap((one) => tagOf(one) ?? []))),
]

/**
 * How many of those who can see a project have a revision. An instance that asks several processes in turn is one
 * instance, and has what it was given last. Whoever has a state that is not of this history (`ours`) has not got it,
 * whatever its number: the database was restored since.
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
