import { changeLines } from '@flagstaff/contract/event-change-lines'
import { plain, sentenceOf } from '@flagstaff/contract/event-sentences'
import type { ChangedEvent, ChangedGroup, ChangedPlace } from '@flagstaff/contract/what-changed'
import { EVERYWHERE } from '@flagstaff/delivery'
import type { Reader } from '../../platform/database/database.ts'
import { confine } from '../../platform/write/listed-projects.ts'
import type { Sight } from '../events/index.ts'
import { flagPlaces, type Past } from './flag-places.ts'
import { type Group, type LightEvent, placesOf } from './groups.ts'
import { decisive, foldContents } from './objects.ts'
import {
  type DocumentAt,
  type EventContent,
  listActorNames,
  listContents,
  listDocuments,
  listPlanned,
  listSegments,
} from './queries.ts'
import { listCreatedSince } from './restore/queries.ts'

/** How many events of an object are listed. */
const LISTED = 10

type Around = {
  revisions: { before: number; now: number; latest: number }
  types: ReadonlyMap<string, string>
}

/** Reads what a page of groups needs, in a fixed number of statements. */
export async function readDetails(
  db: Reader,
  sight: Sight,
  groups: readonly Group[],
  { revisions, types }: Around,
): Promise<ChangedGroup[]> {
  const flags = groups.filter(({ kind }) => kind === 'flag')
  const wanted = flags.flatMap(({ id: name, events }) =>
    [...new Set([EVERYWHERE, ...events.flatMap(({ environment }) => environment ?? [])])].map(
      (environment) => ({ name, environment }),
    ),
  )
  const names = flags.map(({ id }) => id)
  const points = [...new Set([revisions.before, revisions.now, revisions.latest])]
  const actors = new Set(groups.flatMap(({ events }) => events.map(({ actorId }) => actorId)))
  const [contents, documents, planned, created, actorNames] = await Promise.all([
    listContents(db, groups.flatMap(neededOf)),
    listDocuments(db, sight, wanted, points),
    listPlanned(db, names),
    listCreatedSince(db, names, revisions.before),
    listActorNames(db, [...actors]),
  ])
  const segments = await listSegments(db, sight.viewer, segmentsIn(documents))
  const byName = Map.groupBy(documents, ({ name }) => name)
  const past: Past = { documents: byName, revisions, planned, created, segments }
  const content = new Map(contents.map((one) => [one.revision, confined(one, sight)]))
  const people = new Map(actorNames.map(({ id, name }) => [id, name]))
  const isProduction = (name: string) => types.get(name) === 'production'
  return groups.map((group) => {
    const places = placesOf(group, isProduction).map(({ environment, events }) => ({
      environment,
      environmentType: environment === null ? null : (types.get(environment) ?? null),
      changes: events.length,
      ...(group.kind === 'flag'
        ? flagPlaces(group, { environment, events }, past)
        : foldContents(contentOf(events, content))),
    }))
    return toGroup(group, places, content, people)
  })
}

const neededOf = ({ kind, events }: Group) => [
  ...events.slice(0, LISTED).map(({ revision }) => revision),
  ...(kind === 'flag'
    ? []
    : [...Map.groupBy(events, ({ environment }) => environment).values()]
        .flatMap(decisive)
        .map(({ revision }) => revision)),
]

const segmentsIn = (documents: readonly DocumentAt[]): number[] => [
  ...new Set(documents.flatMap(({ doc }) => doc.strategies.flatMap((rule) => rule.segments))),
]

const confined = (content: EventContent, { viewer }: Sight): EventContent => ({
  ...content,
  data: confine(content.data, viewer.projects),
  preData: confine(content.preData, viewer.projects),
})

const contentOf = (events: readonly LightEvent[], content: ReadonlyMap<number, EventContent>) =>
  decisive(events)
    .flatMap(({ revision }) => content.get(revision) ?? [])
    .sort((a, b) => a.revision - b.revision)

function toGroup(
  { kind, id, name, project, events }: Group,
  places: ChangedPlace[],
  content: ReadonlyMap<number, EventContent>,
  people: ReadonlyMap<number, string>,
): ChangedGroup {
  const [newest, oldest] = [events[0], events.at(-1)]
  return {
    kind,
    id,
    name,
    project,
    result: resultOf(places),
    changes: events.length,
    firstAt: (oldest?.createdAt ?? new Date(0)).toISOString(),
    lastAt: (newest?.createdAt ?? new Date(0)).toISOString(),
    people: [...new Set(events.map(({ actorId, actorName }) => people.get(actorId) ?? actorName))],
    places,
    events: events.slice(0, LISTED).flatMap((event) => toEvent(event, content.get(event.revision)) ?? []),
  }
}

/** The result outside of environments decides whether an object exists. */
function resultOf(places: readonly ChangedPlace[]): ChangedGroup['result'] {
  const shared = places.find(({ environment }) => environment === null)?.result
  if (shared === 'created' || shared === 'removed') return shared
  return places.every(({ result }) => result === 'unchanged') ? 'unchanged' : 'changed'
}

function toEvent(event: LightEvent, content: EventContent | undefined): ChangedEvent | undefined {
  if (!content) return undefined
  const { data, preData, createdBy, reverts } = content
  const { type, environment, flag: featureName, project } = event
  const text = sentenceOf(
    { type, featureName, project, environment, data, preData },
    { where: false, render: plain },
  )
  const isUpdate = /-updated?$/.test(type) && Boolean(data) && Boolean(preData)
  return {
    id: event.revision,
    type,
    createdAt: event.createdAt.toISOString(),
    createdBy,
    environment,
    text: text.join(''),
    lines: isUpdate ? [...new Set(changeLines({ data, preData }))].slice(0, 20) : [],
    ...(reverts === null ? {} : { reverts }),
  }
}
