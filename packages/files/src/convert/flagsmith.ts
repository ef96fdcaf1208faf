import type { FileVariant, FlagFile } from '@flagstaff/contract/code-files'
import { type Case, type Note, type NoteOf, type Serve, toEnvironment, toPayload } from './case.ts'
import type { FlagsmithExport, FsState } from './flagsmith-schema.ts'
import { toConditions } from './flagsmith-segments.ts'

/** The features of one Flagsmith environment as files. */
export function fromFlagsmith(
  document: FlagsmithExport,
  environment: string,
): { flags: FlagFile[]; notes: Note[] } {
  const notes: Note[] = []
  const flags = document.feature_states.map((state): FlagFile => {
    const flag = state.feature.name
    const note: NoteOf = (text) => void notes.push({ flag, environment, text })
    const cases = [
      ...identityCases(document, state),
      ...segmentCases(document, state, note),
      { where: [], segments: [], serve: serveOf(state) },
    ]
    return { flag, type: 'release', environments: { [environment]: toEnvironment(cases, true, note) } }
  })
  return { flags, notes }
}

const isSame =
  ({ feature }: FsState) =>
  (other: FsState) =>
    other.feature.id === feature.id

function identityCases({ identity_overrides = [] }: FlagsmithExport, state: FsState): Case[] {
  return identity_overrides.flatMap(({ identifier, identity_features = [] }) =>
    identity_features.filter(isSame(state)).map((override) => ({
      title: `Identity ${identifier}`,
      where: [{ field: 'userId', in: [identifier] }],
      segments: [],
      serve: serveOf(override),
    })),
  )
}

/** Overrides for segments, the most important first. */
function segmentCases({ project }: FlagsmithExport, state: FsState, note: NoteOf): Case[] {
  const overrides = (project?.segments ?? []).flatMap((segment) =>
    (segment.feature_states ?? []).filter(isSame(state)).map((override) => ({ segment, override })),
  )
  const priorityOf = ({ override }: (typeof overrides)[number]) => override.feature_segment?.priority ?? 0
  return overrides
    .sort((one, other) => priorityOf(one) - priorityOf(other))
    .flatMap(({ segment, override }): Case[] => {
      const found = toConditions(segment)
      if (typeof found === 'string') {
        note(`The override for segment "${segment.name}" was left out: ${found}.`)
        return []
      }
      const serve = serveOf(override)
      const shared = serve === 'off' || found.share === 100 ? serve : { ...serve, share: found.share }
      return [{ title: segment.name, where: found.where, segments: [], serve: shared }]
    })
}

function serveOf({
  enabled,
  feature_state_value: value,
  multivariate_feature_state_values = [],
}: FsState): Serve {
  if (!enabled) return 'off'
  const options = multivariate_feature_state_values.filter(
    ({ percentage_allocation }) => percentage_allocation > 0,
  )
  const rest = 100 - options.reduce((sum, { percentage_allocation }) => sum + percentage_allocation, 0)
  const hasValue = value !== null && value !== undefined && value !== ''
  const control: FileVariant[] =
    rest > 0 && (hasValue || options.length > 0)
      ? [{ name: 'control', weight: Math.round(rest * 10) / 10, payload: toPayload(value ?? '') }]
      : []
  const variants = options.map(
    ({ percentage_allocation, multivariate_feature_option }, index): FileVariant => ({
      name: `option-${index + 1}`,
      weight: percentage_allocation,
      payload: toPayload(multivariate_feature_option.value ?? ''),
    }),
  )
  return { share: 100, variants: [...control, ...variants] }
}
