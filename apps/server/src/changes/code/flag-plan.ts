import type { ManagedProject, ManageMode } from '@flagstaff/contract/code-files'
import type { WireFlag, WireRule, WireState } from '@flagstaff/files/wire'
import {
  acceptUrl,
  type EnvironmentState,
  type FlagState,
  pairRules,
  type RuleContent,
} from '../../flags/index.ts'
import { completeState, type Destination, type FileFlag, type FileState } from '../transfer/index.ts'
import { type Decision, decide } from './decide.ts'
import {
  compared,
  type Definition,
  type DefinitionField,
  definitionFields,
  definitionOf,
  modeOf,
  namedRules,
  normalDefinition,
  normalVariants,
  type SegmentNames,
  type State,
  type StateField,
  stateFields,
  stateOf,
  withoutRollout,
  withRolloutOf,
} from './fields.ts'
import type { Claim } from './queries.ts'

/** What is known of a project, for the plans of its flags. */
export type Setting = {
  config: ManagedProject
  destination: Destination
  segmentIds: ReadonlyMap<string, number>
  segmentNames: SegmentNames
  claimOf(flag: string, environment: string, field: string): Claim | undefined
  outcomeOf(request: number): 'open' | 'applied' | 'refused'
  overwrite: ReadonlySet<string>
}

/** What happens to a field that the file mentions and that is not left to people. */
export type FieldPlan = {
  /** Empty for fields of the flag itself. */
  environment: string
  field: DefinitionField | StateField
  decision: Decision | 'create'
  file: unknown
  present: unknown
  claim: Claim | undefined
  isClaimed: boolean
  withoutRollout: boolean
}

const isWritten = ({ decision }: FieldPlan) => decision === 'change' || decision === 'create'

/** Decides on each field of a flag, and makes the complete flag that results. */
export function planFlag(setting: Setting, wire: WireFlag): { fields: FieldPlan[]; file: FileFlag } {
  const known = setting.destination.flags.get(wire.name)
  const definition = planDefinition(setting, wire, known)
  const states = wire.environments.map((state) => planState(setting, wire.name, state, known))
  return {
    fields: [...definition.fields, ...states.flatMap(({ fields }) => fields)],
    file: {
      ...definition.file,
      states: states.flatMap(({ fields, file }) => (!known || fields.some(isWritten) ? [file] : [])),
    },
  }
}

const blank: Definition = {
  type: 'release',
  description: null,
  impressionData: false,
  stale: false,
  value: {},
  tags: [],
  links: [],
  dependencies: [],
}

function planDefinition(setting: Setting, wire: WireFlag, known: FlagState | undefined) {
  const { name } = wire
  const present = known ? definitionOf(known) : blank
  const mentioned = definitionFields.filter((field) => wire[field] !== undefined)
  const wanted = normalDefinition({
    ...present,
    ...wire,
    links: (wire.links ?? present.links).map(({ url, title }) => ({ url: complete(url), title })),
  })
  const mode = modeOf(setting.config, '', 'definition')
  const fields = mentioned.flatMap((field) =>
    planField(setting, {
      flag: name,
      environment: '',
      field,
      mode,
      isNew: known === undefined,
      file: wanted[field],
      present: present[field],
      withoutRollout: false,
    }),
  )
  const written = new Set(fields.filter(isWritten).map(({ field }) => field))
  const value = <F extends DefinitionField>(field: F): Definition[F] =>
    written.has(field) ? wanted[field] : present[field]
  const file: Omit<FileFlag, 'states'> = {
    name,
    type: value('type'),
    description: value('description'),
    impressionData: value('impressionData'),
    stale: value('stale'),
    value: written.has('value') ? wanted.value : undefined,
    tags: value('tags'),
    links: written.has('links') ? wanted.links : undefined,
    dependencies: value('dependencies'),
    onlyDependencies: true,
  }
  return { fields, file }
}

/** An incomplete address is reported when the plan is checked. */
function complete(url: string): string {
  try {
    return acceptUrl(url)
  } catch {
    return url
  }
}

function planState(setting: Setting, flag: string, given: WireState, known: FlagState | undefined) {
  const { config, destination, segmentIds, segmentNames } = setting
  const { environment } = given
  const stored = known?.environments.find((one) => one.environment === environment)
  const present: State = stored ? stateOf(stored, segmentNames) : { enabled: false, rules: [], variants: [] }
  const completed = completeState(
    flag,
    {
      environment,
      enabled: given.enabled ?? present.enabled,
      variants: given.variants ?? [],
      rules: given.rules ?? [],
    },
    destination,
    segmentIds,
  )
  const isMasked = modeOf(config, environment, 'rollout') !== 'file'
  const wanted: State = {
    enabled: completed.enabled,
    rules: namedRules(completed.rules, segmentNames),
    variants: normalVariants(completed.variants),
  }
  const fields = stateFields
    .filter((field) => given[field] !== undefined)
    .flatMap((field) =>
      planField(setting, {
        flag,
        environment,
        field,
        mode: modeOf(config, environment, field),
        isNew: stored === undefined,
        file: wanted[field],
        present: present[field],
        withoutRollout: field === 'rules' && isMasked,
      }),
    )
  const written = new Set<string>(fields.filter(isWritten).map(({ field }) => field))
  const rules = isMasked && stored ? withStoredRollout(completed.rules, stored) : completed.rules
  const file: FileState = {
    environment,
    enabled: written.has('enabled') ? wanted.enabled : present.enabled,
    rules: written.has('rules') ? namedRules(rules, segmentNames).map(asFile) : [],
    variants: written.has('variants') ? wanted.variants : [],
    keep: stateFields.filter((field) => !written.has(field)),
  }
  return { fields, file }
}

const asFile = (rule: WireRule) => ({ ...rule, disabled: rule.disabled })

/** The rules of the file with the percentages that people have chosen. New rules start with those of the file. */
function withStoredRollout(
  rules: readonly RuleContent[],
  { rules: stored }: EnvironmentState,
): RuleContent[] {
  const bare = new Map(stored.map((rule) => [withoutRollout(rule), rule]))
  const pairs = pairRules(rules.map(withoutRollout), [...bare.keys()])
  return rules.map((rule, index) => {
    const partner = pairs[index]?.to
    const other = partner && bare.get(partner)
    return other ? withRolloutOf(rule, other) : rule
  })
}

type Asked = Pick<FieldPlan, 'environment' | 'field' | 'file' | 'present' | 'withoutRollout'> & {
  flag: string
  mode: ManageMode
  isNew: boolean
}

function planField(setting: Setting, { flag, mode, isNew, ...field }: Asked): FieldPlan[] {
  if (mode === 'people' || (mode === 'initial' && !isNew)) return []
  const claim = setting.claimOf(flag, field.environment, field.field)
  const cut = (value: unknown) => compared(field.field, value, field.withoutRollout)
  const decision = isNew
    ? 'create'
    : decide({
        file: cut(field.file),
        present: cut(field.present),
        claim: claim && {
          applied: cut(claim.applied),
          ...(claim.request === null
            ? {}
            : { proposed: { value: cut(claim.proposed), outcome: setting.outcomeOf(claim.request) } }),
        },
        overwrite: setting.overwrite.has(flag),
      })
  return [{ ...field, decision, claim, isClaimed: mode === 'file' }]
}
