/** What the model and the server have in common: people, two projects, three places, flags and two segments. */

export const users = ['admin', 'outsider', 'owner', 'viewer'] as const
export type User = (typeof users)[number]
export const projects = ['default', 'hidden'] as const
export type Project = (typeof projects)[number]
export type Environment = 'development' | 'production'
export type Place = `${Project}/${Environment}`
export const places = [
  'default/development',
  'default/production',
  'hidden/production',
] as const satisfies readonly Place[]
export type Flag = 'a' | 'b' | 'c' | 'd'
export type Spot = { flag: Flag; place: Place }

/** Each flag has one rule in each of its places. */
export const spots: readonly Spot[] = [
  { flag: 'a', place: 'default/development' },
  { flag: 'b', place: 'default/development' },
  { flag: 'a', place: 'default/production' },
  { flag: 'b', place: 'default/production' },
  { flag: 'c', place: 'hidden/production' },
  { flag: 'd', place: 'default/production' },
]
/** The flag `d` is on for people where `b` is off. */
export const CHILD: Spot = { flag: 'd', place: 'default/production' }
export const PARENT: Spot = { flag: 'b', place: 'default/production' }
/** People who leave the rule of this flag come to another one, which gives them another variant. */
export const hasOtherVariant = ({ flag }: Spot): boolean => flag === 'd'
export const spotsIn = (place: Place): readonly Spot[] => spots.filter((one) => one.place === place)
export const keyOf = ({ flag, place }: Spot): string => `${flag} ${place}`

/** The rules of these flags use the segment in production. */
export const usesSegment = ({ flag, place }: Spot): boolean => flag !== 'b' && place.endsWith('production')
export const segmentPlaces = places.filter((place) => spotsIn(place).some(usesSegment))

/** A rule with one of these percentages uses the spare segment too, which nothing uses at first. */
export const usesSpare = (rollout: number): boolean => rollout % 10 === 1

export const partsOf = (place: Place) => place.split('/') as [Project, Environment]

/** The hidden project is private: only its owner and administrators see it. */
export const sees = (user: User, place: Place): boolean =>
  place.startsWith('default/') || user === 'admin' || user === 'owner'
export const isAdmin = (user: User): boolean => user === 'admin'
export const mayEdit = (user: User, place: Place): boolean => user !== 'viewer' && sees(user, place)
/** Segments are in no project. The outsider can change them while it has the right, also where the hidden project uses them. */
export const mayEditSegment = (user: User, isTrusted: boolean): boolean =>
  user === 'admin' || (user === 'outsider' && isTrusted)
