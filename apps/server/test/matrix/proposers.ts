import type { Operation } from './operations.ts'

// What a token can call although it only proposes changes, written down independently of the commands.

/** Their changes become change requests. */
const proposed = [
  'addFeatureDependency',
  'addFeatureStrategy',
  'addReleasePlan',
  'archiveFeature',
  'archiveFeatures',
  'bulkToggleFeaturesEnvironmentOff',
  'bulkToggleFeaturesEnvironmentOn',
  'changeFeatureEnvSafeguard',
  'changeMilestoneProgression',
  'changeReleasePlanSafeguard',
  'deleteFeatureDependencies',
  'deleteFeatureDependency',
  'deleteFeatureEnvSafeguard',
  'deleteFeatureStrategy',
  'deleteMilestoneProgression',
  'deleteReleasePlanSafeguard',
  'oldAddReleasePlan',
  'oldRemoveReleasePlan',
  'oldStartMilestone',
  'overwriteEnvironmentFeatureVariants',
  'overwriteFeatureVariantsOnEnvironments',
  'patchEnvironmentsFeatureVariants',
  'patchFeatureStrategy',
  'removeReleasePlan',
  'removeSegment',
  'resumeMilestoneProgressions',
  'reviveFeature',
  'reviveFeatures',
  'setStrategySortOrder',
  'startMilestone',
  'toggleFeatureEnvironmentOff',
  'toggleFeatureEnvironmentOn',
  'updateFeatureStrategy',
  'updateFeatureStrategySegments',
  'updateProjectMilestoneStrategy',
  'updateSegment',
]

/** They change nothing that is served. `updateChangeRequestState` refuses every state but "In review". */
const harmless = [
  'addChangeRequestComment',
  'changeRequest',
  'createFeature',
  'remoteMcp',
  'updateChangeRequestState',
  'updateChangeRequestTitle',
]

/** They only read. */
const reads = [
  'getAdvancedPlayground',
  'getChangeRequestPlayground',
  'getPlayground',
  'validateArchiveFeatures',
  'validateConstraint',
  'validateContextFieldName',
  'validateContextFieldNameForProject',
  'validateEnvironmentName',
  'validateFeature',
  'validateImport',
  'validateProject',
  'validateSegment',
  'validateTagType',
]

const open = new Set([...proposed, ...harmless, ...reads])

/** Whether a token that only proposes changes is refused. */
export const isClosed = ({
  method,
  id,
  permission,
}: Pick<Operation, 'method' | 'id' | 'permission'>): boolean =>
  method !== 'GET' && !permission.startsWith('public') && !open.has(id)
