import type { Limits } from '@flagstaff/contract/limits'
import type { Settings } from '../settings/settings.ts'
import type { InstanceFigures } from './instance-queries.ts'
import type { Labels, Sample } from './instruments.ts'
import type { Telemetry } from './telemetry.ts'

type Figures = () => InstanceFigures | undefined
type Options = { figures: Figures; settings: Settings; version: string }
type Read = (all: InstanceFigures) => number | readonly Sample[]

/** Metrics about the whole installation, all from the same figures. */
export function addInstanceMetrics(telemetry: Telemetry, { figures, settings, version }: Options) {
  const add = (name: string, help: string, read: Read) =>
    telemetry.gauges(name, help, () => {
      const all = figures()
      const value = all && read(all)
      return typeof value === 'number' ? [[{}, value] as const] : (value ?? [])
    })
  const largest = (of: InstanceFigures['mostRules']): Sample[] => {
    if (!of) return []
    const { value, environment, flag, project } = of
    // Names of flags and projects only if wanted: the metrics may be public.
    const names: Labels = settings.metricsPerFlag
      ? { ...(flag === undefined ? {} : { feature: flag }), ...(project === undefined ? {} : { project }) }
      : {}
    return [[{ ...names, ...(environment === undefined ? {} : { environment }) }, Number(value)]]
  }
  /** Samples that name something of a project, which can be private. */
  const named = (samples: Sample[]): Sample[] => (settings.metricsPerFlag ? samples : [])
  const byLabel = (label: string, counted: readonly { label: string; count: number }[]): Sample[] =>
    counted.map((one) => [{ [label]: one.label }, one.count])

  add('postgres_version', 'Version of PostgreSQL.', (all) => [[{ version: all.postgresVersion }, 1]])
  add('feature_toggles_total', 'Flags that are not archived.', (all) => [[{ version }, all.flags]])
  add('feature_toggles_archived_total', 'Archived flags.', (all) => all.archivedFlags)
  add('feature_lifecycle_stage_count_by_project', 'Flags in each stage of their lifecycle.', (all) =>
    named(all.stages.map(({ project, stage, count }) => [{ project_id: project, stage }, count])),
  )
  add('feature_lifecycle_stage_duration', 'Average seconds that flags spent in a stage.', (all) =>
    named(all.stageSeconds.map(({ project, stage, seconds }) => [{ project_id: project, stage }, seconds])),
  )
  add('feature_lifecycle_stage_entered', 'Flags that have entered a stage.', (all) => [
    [{ stage: 'initial' }, all.enteredInitial],
    [{ stage: 'pre-live' }, all.enteredPreLive],
    [{ stage: 'live' }, all.enteredLive],
    [{ stage: 'completed' }, all.enteredCompleted],
    [{ stage: 'archived' }, all.archivedFlags],
  ])
  add('feature_link_by_domain', 'Links of flags.', (all) => named(byLabel('domain', all.linkDomains)))
  add('unknown_flags', 'Reports of names that no flag has.', (all) => all.unknownFlags)
  add('unknown_flags_unique_names', 'Names in them.', (all) => all.unknownNames)

  add('max_feature_environment_strategies', 'Most rules of a flag in one environment.', (all) =>
    largest(all.mostRulesInEnvironment),
  )
  add('max_feature_strategies', 'Most rules of a flag.', (all) => largest(all.mostRules))
  add('max_constraint_values', 'Most values in a constraint.', (all) => largest(all.mostValues))
  add('max_strategy_constraints', 'Most constraints in a rule.', (all) => largest(all.mostConstraints))
  add('largest_project_environment_size', 'Bytes of the largest project in an environment.', (all) =>
    largest(all.largestProject),
  )
  add('largest_feature_environment_size', 'Bytes of the largest flag in an environment.', (all) =>
    largest(all.largestFlag),
  )
  telemetry.gauges('resource_limit', 'Resource limits.', () =>
    (Object.keys(settings.limits) as (keyof Limits)[]).map((resource) => [
      { resource },
      settings.limits[resource],
    ]),
  )

  add('client_sdk_versions', 'Instances seen in the last day, by SDK.', (all) =>
    all.sdks.map(({ sdk, version: of, count }) => [{ sdk_name: sdk, sdk_version: of }, count]),
  )
  add('client_apps_total', 'Applications.', (all) => [
    [{ range: 'allTime' }, all.apps],
    [{ range: '30d' }, all.apps30],
    [{ range: '7d' }, all.apps7],
  ])
  add(
    'unique_sdk_connections_total',
    'SDK instances seen in the last day.',
    (all) => all.backendSdks + all.frontendSdks,
  )
  add('unique_backend_sdk_connections_total', 'Of these, backend SDKs.', (all) => all.backendSdks)
  add('unique_frontend_sdk_connections_total', 'Of these, frontend SDKs.', (all) => all.frontendSdks)

  add('users_total', 'People with an account.', (all) => all.users)
  add('users_active_7', 'Accounts used in the last 7 days.', (all) => all.active7)
  add('users_active_30', 'Accounts used in the last 30 days.', (all) => all.active30)
  add('users_active_60', 'Accounts used in the last 60 days.', (all) => all.active60)
  add('users_active_90', 'Accounts used in the last 90 days.', (all) => all.active90)
  add('licensed_users', 'People, including those deleted in the last 30 days.', (all) => all.licensedUsers)
  add('read_only_users', 'People who can only view.', (all) => all.readOnlyUsers)
  add('service_accounts_total', 'Service accounts.', (all) => all.serviceAccounts)
  add('api_tokens_total', 'API tokens.', (all) => byLabel('type', all.tokens))
  add('orphaned_api_tokens_total', 'API tokens whose projects were deleted.', (all) => all.orphanedTokens)
  add('orphaned_api_tokens_active', 'Of these, used in the last 90 days.', (all) => all.orphanedActiveTokens)
  add('flagstaff_api_tokens_ending', 'API tokens that expire soon.', (all) => [
    [{ within: '1d' }, all.tokensEnding1],
    [{ within: '7d' }, all.tokensEnding7],
  ])
  add('groups_total', 'Groups.', (all) => all.groups)
  add('roles_total', 'Roles.', (all) => all.roles)
  add('custom_root_roles_total', 'Custom root roles.', (all) => all.customRootRoles)
  add('custom_root_roles_in_use_total', 'Of these, given to somebody.', (all) => all.customRootRolesInUse)
  add('saml_enabled', 'Whether sign-in with SAML is on.', (all) => all.saml)
  add('oidc_enabled', 'Whether sign-in with OpenID Connect is on.', (all) => all.oidc)
  add('password_auth_enabled', 'Whether sign-in with a password is on.', (all) => all.passwords)
  add('scim_enabled', 'Whether SCIM provisioning is on.', (all) => all.scim)

  add('projects_total', 'Projects.', (all) => byLabel('mode', all.projects))
  add('environments_total', 'Environments.', (all) => all.environments.length)
  add('segments_total', 'Segments.', (all) => all.segments)
  add('context_total', 'Context fields.', (all) => all.contextFields)
  add('project_context_total', 'Context fields of projects.', (all) => all.projectContextFields)
  add('strategies_total', 'Strategies.', (all) => all.strategies)
  add('custom_strategies_total', 'Custom strategies.', (all) => all.customStrategies)
  add('custom_strategies_in_use_total', 'Of these, used by a flag.', (all) => all.customStrategiesInUse)
  add('project_environments_disabled', 'Environments that a project does not use.', (all) =>
    named(byLabel('project', all.disabledEnvironments)),
  )
  add('production_changes_30', 'Changes in production in the last 30 days.', (all) => all.productionChanges30)
  add('production_changes_60', 'Changes in production in the last 60 days.', (all) => all.productionChanges60)
  add('production_changes_90', 'Changes in production in the last 90 days.', (all) => all.productionChanges90)
  add('enabled_metrics_buckets_previous_day', 'Stored usage counts of yesterday.', (all) => all.usageBuckets)
  add('variant_metrics_buckets_previous_day', 'The same by variant.', (all) => all.variantBuckets)
  add('onboarding_duration', 'Seconds from the first account to each step.', (all) =>
    Object.entries(all.onboarding).flatMap(([event, seconds]) =>
      seconds === null ? [] : [[{ event }, seconds] as const],
    ),
  )
  add('project_onboarding_duration', 'Seconds from the creation of a project to each step.', (all) =>
    named(all.projectOnboarding.map(({ project, event, seconds }) => [{ project, event }, seconds])),
  )
  addUnused(telemetry)
}

/** Names that dashboards for Unleash use, for things that Flagstaff does not have. */
const unused = {
  legacy_api_tokens_total: 'API tokens in an old format; always 0.',
  legacy_api_tokens_active: 'Of these, used in the last 90 days; always 0.',
  proxy_repositories_created: 'Always 0: frontend tokens share the flags in memory.',
  frontend_api_repositories_created: 'Always 0: frontend tokens share the flags in memory.',
  feature_created_by_migration_count: 'Always 0: there is nothing to migrate.',
  event_created_by_migration_count: 'Always 0: there is nothing to migrate.',
  integration_available: 'Integrations that can be configured.',
  integration_configured: 'Configured integrations.',
  project_actions_count: 'Configured actions.',
  addon_events_handled: 'Events that integrations have handled.',
}

function addUnused(telemetry: Telemetry) {
  for (const [name, help] of Object.entries(unused)) telemetry.gauge(name, help, () => 0)
}
