import { createRandom } from './random.ts'

const LETTERS = [...'bcdfghjklmnpqrstvwxz']
const LENGTH = 12

const kinds = [
  'project',
  'project name',
  'project description',
  'flag',
  'flag description',
  'archived flag',
  'rule title',
  'group ID of a rule',
  'value of a rule',
  'variant',
  'payload',
  'tag',
  'link',
  'link title',
  'comment',
  'segment',
  'segment description',
  'value of a segment',
  'context field',
  'context field description',
  'legal value',
  'token name',
  'application',
  'instance',
  'integration',
  'integration address',
  'integration secret',
  'freeze',
  'freeze reason',
  'release template',
  'milestone',
  'change request',
  'change request comment',
] as const
export type Kind = (typeof kinds)[number]
/** No response contains this, not even one to an administrator. */
export const SEALED: Kind = 'integration secret'

/** A random word for everything in the hidden place, so that an echo of one hides no leak of another. */
export type Markers = Readonly<Record<Kind, string>>

export function createMarkers(seed: string): Markers {
  const random = createRandom(`${seed} markers`)
  const word = () => Array.from({ length: LENGTH }, () => random.pick(LETTERS)).join('')
  return Object.fromEntries(kinds.map((kind) => [kind, word()])) as Markers
}

/** The kinds of markers in a response that its request did not contain. */
export function findLeaks(markers: Markers, asked: string, answered: string): Kind[] {
  const [request, response] = [asked.toLowerCase(), answered.toLowerCase()]
  return kinds.filter((kind) => response.includes(markers[kind]) && !request.includes(markers[kind]))
}
