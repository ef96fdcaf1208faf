import type { PlannedSegment } from '../../../platform/write/effects.ts'
import type { StoredEffect } from '../queries.ts'

export type ShownEffect = Exclude<StoredEffect, { kind: PlannedSegment }>

/** Effects as people read them: segments that will be used are not told apart from those that are. */
export function shownEffects(effects: readonly StoredEffect[]): ShownEffect[] {
  const shown = new Map<string, ShownEffect>()
  for (const { segments: _, ...effect } of effects) {
    const isSegment = effect.kind === 'planned-segment' || effect.kind === 'requested-segment'
    const one = (isSegment ? { ...effect, kind: 'segment' } : effect) as ShownEffect
    const key = JSON.stringify([one.kind, one.project, one.environment, one.name])
    if (!shown.has(key)) shown.set(key, one)
  }
  return [...shown.values()]
}
