import { EVERYWHERE, type FlagDocument, type SegmentDocument } from '@flagstaff/delivery'
import type { Ruleset } from '@flagstaff/engine'
import type { CausingEvent, Version } from './queries.ts'
import { parentsOf, segmentsOf, toFlag } from './snapshot.ts'

/** Replays the ruleset revision by revision. */
export function createHistory(ruleset: Ruleset, versions: readonly Version[]) {
  const things = Map.groupBy(versions, ({ kind, name }) => `${kind} ${name}`)
  const present = new Map<string, Version | undefined>()
  const dependencies = new Map<string, { parents: Set<string>; segments: Set<string> }>()

  const at = (list: readonly Version[], revision: number) => {
    const live = list.filter(({ from, until }) => from <= revision && (until === null || until > revision))
    return live.find(({ environment }) => environment !== EVERYWHERE) ?? live[0]
  }
  const put = (key: string, version: Version | undefined) => {
    present.set(key, version)
    const [kind, name = ''] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)]
    if (kind === 'segment') {
      if (version) ruleset.setSegment(version.doc as SegmentDocument)
      else ruleset.removeSegment(Number(name))
      return
    }
    if (!version) {
      ruleset.removeFlag(name)
      return
    }
    const doc = version.doc as FlagDocument
    ruleset.setFlag(toFlag(doc, version.meta))
    dependencies.set(name, {
      parents: new Set(parentsOf([{ doc }])),
      segments: new Set(segmentsOf([{ doc }]).map(String)),
    })
  }
  const reaches = (name: string, key: string): boolean => {
    const known = dependencies.get(name)
    if (key === `flag ${name}`) return true
    if (!known) return false
    if (key.startsWith('segment ') && known.segments.has(key.slice('segment '.length))) return true
    return [...known.parents].some((parent) => parent !== name && reaches(parent, key))
  }
  return {
    /** Moves to a revision, and returns a check for which flags it can affect. */
    moveTo(revision: number): (name: string) => boolean {
      const moved: string[] = []
      for (const [key, list] of things) {
        const version = at(list, revision)
        if (present.has(key) && present.get(key) === version) continue
        put(key, version)
        moved.push(key)
      }
      return (name) => moved.some((key) => reaches(name, key))
    },
    has: (name: string) => ruleset.flags.has(name),
    dependsOn: (name: string) => (event: CausingEvent) =>
      event.segment !== null
        ? reaches(name, `segment ${event.segment}`)
        : event.featureName === null || reaches(name, `flag ${event.featureName}`),
  }
}
