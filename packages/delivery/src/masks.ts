import { digestOf, type Mark, toMark } from './marks.ts'
import { type Piece, toPiece } from './pieces.ts'

/** A flag that is served as off in one environment, whatever its document says. `id` identifies who asked for it. */
export type Mask = { environment: string; flag: string; id: string }

/** The masks of a store. A client that has the flags without them must not believe it is up to date. */
export function createMasks() {
  let all: readonly Mask[] = []
  let byEnvironment = new Map<string, Map<string, string>>()
  let marks = new WeakMap<Mark, Mark>()
  return {
    get all() {
      return all
    },
    set(masks: readonly Mask[]) {
      all = masks
      marks = new WeakMap()
      byEnvironment = new Map()
      for (const { environment, flag, id } of masks) {
        const own = byEnvironment.get(environment) ?? new Map<string, string>()
        byEnvironment.set(environment, own.set(flag, id))
      }
    },
    has: (environment: string, flag: string) => byEnvironment.get(environment)?.has(flag) ?? false,
    /** Off, with the original as its base. Flags that are off already stay as they are. */
    cover(environment: string, piece: Piece): Piece {
      if (!piece.enabled || !byEnvironment.get(environment)?.has(piece.name)) return piece
      return toPiece({ ...piece.doc, enabled: false, released: true }, piece, piece)
    },
    /** The state with the masks; always the same object for the same state, because hot paths compare objects. */
    mix(environment: string, mark: Mark): Mark {
      const own = byEnvironment.get(environment)
      if (!own) return mark
      const known = marks.get(mark)
      if (known) return known
      const tag = [...own]
        .map(([flag, id]) => `${flag} ${id}`)
        .sort()
        .join('\n')
      const mixed = toMark(mark.revision, digestOf(`${mark.hash}\n${environment}\n${tag}`))
      marks.set(mark, mixed)
      return mixed
    },
  }
}
