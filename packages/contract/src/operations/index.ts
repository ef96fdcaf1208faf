import { accessOperations } from './access.ts'
import { accessReportOperations } from './access-report.ts'
import { actionsOperations } from './actions.ts'
import { adminUiOperations } from './admin-ui.ts'
import { applicationsOperations } from './applications.ts'
import { authOperations } from './auth.ts'
import { bannersOperations } from './banners.ts'
import { changeRequestsOperations } from './change-requests.ts'
import { codeOperations } from './code.ts'
import { codeReferencesOperations } from './code-references.ts'
import { compareOperations } from './compare.ts'
import { constraintsOperations } from './constraints.ts'
import { contextOperations } from './context.ts'
import { deliveryOperations } from './delivery.ts'
import { deviceOperations } from './device.ts'
import { environmentsOperations } from './environments.ts'
import { eventPartsOperations } from './event-parts.ts'
import { eventsOperations } from './events.ts'
import { favoritesOperations } from './favorites.ts'
import { flagsOperations } from './flags.ts'
import { freezesOperations } from './freezes.ts'
import { guardsOperations } from './guards.ts'
import { homeOperations } from './home.ts'
import { impactOperations } from './impact.ts'
import { insightsOperations } from './insights.ts'
import { instanceOperations } from './instance.ts'
import { integrationsOperations } from './integrations.ts'
import { liveOperations } from './live.ts'
import { mailOperations } from './mail.ts'
import { manifestOperations } from './manifest.ts'
import { mcpOperations } from './mcp.ts'
import { movingOperations } from './moving.ts'
import { notificationsOperations } from './notifications.ts'
import { peopleOperations } from './people.ts'
import { playgroundOperations } from './playground.ts'
import { projectsOperations } from './projects.ts'
import { radiusOperations } from './radius.ts'
import { receiptsOperations } from './receipts.ts'
import { releasePlansOperations } from './release-plans.ts'
import { releaseTemplatesOperations } from './release-templates.ts'
import { requestsOperations } from './requests.ts'
import { scimOperations } from './scim.ts'
import { searchOperations } from './search.ts'
import { segmentsOperations } from './segments.ts'
import { signalsOperations } from './signals.ts'
import { ssoOperations } from './sso.ts'
import { statisticsOperations } from './statistics.ts'
import { strategiesOperations } from './strategies.ts'
import { tagsOperations } from './tags.ts'
import { tokensOperations } from './tokens.ts'
import { trafficOperations } from './traffic.ts'
import { transferOperations } from './transfer.ts'
import { undoOperations } from './undo.ts'
import { usageOperations } from './usage.ts'
import { usersOperations } from './users.ts'
import { viewsOperations } from './views.ts'
import { whatChangedOperations } from './what-changed.ts'

/** Written out: the compiler refuses to infer a type of this size. */
interface OperationsByArea {
  access: typeof accessOperations
  'access-report': typeof accessReportOperations
  actions: typeof actionsOperations
  'admin-ui': typeof adminUiOperations
  applications: typeof applicationsOperations
  auth: typeof authOperations
  banners: typeof bannersOperations
  'change-requests': typeof changeRequestsOperations
  'code-references': typeof codeReferencesOperations
  code: typeof codeOperations
  compare: typeof compareOperations
  constraints: typeof constraintsOperations
  context: typeof contextOperations
  delivery: typeof deliveryOperations
  device: typeof deviceOperations
  environments: typeof environmentsOperations
  'event-parts': typeof eventPartsOperations
  events: typeof eventsOperations
  favorites: typeof favoritesOperations
  flags: typeof flagsOperations
  freezes: typeof freezesOperations
  guards: typeof guardsOperations
  home: typeof homeOperations
  impact: typeof impactOperations
  insights: typeof insightsOperations
  instance: typeof instanceOperations
  integrations: typeof integrationsOperations
  live: typeof liveOperations
  mail: typeof mailOperations
  manifest: typeof manifestOperations
  mcp: typeof mcpOperations
  moving: typeof movingOperations
  notifications: typeof notificationsOperations
  people: typeof peopleOperations
  playground: typeof playgroundOperations
  projects: typeof projectsOperations
  radius: typeof radiusOperations
  receipts: typeof receiptsOperations
  'release-plans': typeof releasePlansOperations
  'release-templates': typeof releaseTemplatesOperations
  requests: typeof requestsOperations
  scim: typeof scimOperations
  search: typeof searchOperations
  segments: typeof segmentsOperations
  signals: typeof signalsOperations
  sso: typeof ssoOperations
  statistics: typeof statisticsOperations
  strategies: typeof strategiesOperations
  tags: typeof tagsOperations
  tokens: typeof tokensOperations
  traffic: typeof trafficOperations
  transfer: typeof transferOperations
  undo: typeof undoOperations
  usage: typeof usageOperations
  users: typeof usersOperations
  views: typeof viewsOperations
  'what-changed': typeof whatChangedOperations
}

/** All operations, by area. */
export const operationsByArea: OperationsByArea = {
  access: accessOperations,
  'access-report': accessReportOperations,
  actions: actionsOperations,
  'admin-ui': adminUiOperations,
  applications: applicationsOperations,
  auth: authOperations,
  banners: bannersOperations,
  'change-requests': changeRequestsOperations,
  'code-references': codeReferencesOperations,
  code: codeOperations,
  compare: compareOperations,
  constraints: constraintsOperations,
  context: contextOperations,
  delivery: deliveryOperations,
  device: deviceOperations,
  environments: environmentsOperations,
  'event-parts': eventPartsOperations,
  events: eventsOperations,
  favorites: favoritesOperations,
  flags: flagsOperations,
  freezes: freezesOperations,
  guards: guardsOperations,
  home: homeOperations,
  impact: impactOperations,
  insights: insightsOperations,
  instance: instanceOperations,
  integrations: integrationsOperations,
  live: liveOperations,
  mail: mailOperations,
  manifest: manifestOperations,
  mcp: mcpOperations,
  moving: movingOperations,
  notifications: notificationsOperations,
  people: peopleOperations,
  playground: playgroundOperations,
  projects: projectsOperations,
  radius: radiusOperations,
  receipts: receiptsOperations,
  'release-plans': releasePlansOperations,
  'release-templates': releaseTemplatesOperations,
  requests: requestsOperations,
  scim: scimOperations,
  search: searchOperations,
  segments: segmentsOperations,
  signals: signalsOperations,
  sso: ssoOperations,
  statistics: statisticsOperations,
  strategies: strategiesOperations,
  tags: tagsOperations,
  tokens: tokensOperations,
  traffic: trafficOperations,
  transfer: transferOperations,
  undo: undoOperations,
  usage: usageOperations,
  users: usersOperations,
  views: viewsOperations,
  'what-changed': whatChangedOperations,
}

type Areas = OperationsByArea
type Merged<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never

/** All operations, by method and path. As a type only, it costs a client nothing. */
export type AllOperations = Merged<Areas[keyof Areas]>
