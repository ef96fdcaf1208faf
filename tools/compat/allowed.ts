import { additions } from './additions.ts'
import type { Difference } from './compare.ts'
import type { Exchange } from './player.ts'

/**
 * A difference we stand by, and why. The kinds are those of ADR 0011: safer, more exact, or more; `open` is one that
 * nobody has decided yet. Every entry has to be met: one that is not has lost its reason.
 */
export type Allowed = {
  name: string
  kind: 'safer' | 'exact' | 'more' | 'open'
  because: string
  operations?: RegExp
  at: RegExp
  differs?: Difference['kind'][]
  when?: (difference: Difference, exchange: Exchange) => boolean
  /** Met only where the reference is late. */
  sometimes?: boolean
}

const refusal = /^(status|header content-type|body|body\.(name|permissions|details.*|id))$/
const emptyBody = /^(header content-type|body)$/
const text = (value: unknown) => (typeof value === 'string' ? value : '')

const answers: Allowed[] = [
  {
    name: 'a full answer to malformed JSON',
    kind: 'exact',
    because: 'every refusal has the same form',
    operations: /^(createFeature|addFeatureStrategy)$/,
    at: /^body\.(name|details)$/,
    differs: ['extra'],
  },
  {
    name: 'additional fields',
    kind: 'more',
    because: 'existing clients ignore them; additions.ts lists them',
    at: /^body.*\.\w+$/,
    differs: ['extra'],
    when: ({ at }) => additions.has(at.slice(at.lastIndexOf('.') + 1)),
  },
  {
    name: 'a reason instead of 500',
    kind: 'safer',
    because: 'the reference fails inside and shows SQL; the request was wrong, and we say what about it',
    at: refusal,
    when: (_, { statuses }) => statuses.theirs === 500 && statuses.ours < 500,
  },
  {
    name: 'a body where the reference sends an empty one with a refusal',
    kind: 'more',
    because: 'every refusal has the same form and says what to do next',
    at: emptyBody,
    when: ({ theirs }, { statuses }) => statuses.ours >= 400 && (theirs === undefined || theirs === ''),
  },
  {
    name: 'an unknown project or environment is not found, rather than not permitted',
    kind: 'exact',
    because: 'an administrator lacks no permission there; what is missing is the thing itself',
    at: refusal,
    when: (_, { request, statuses }) =>
      statuses.theirs === 403 &&
      [400, 404].includes(statuses.ours) &&
      /nosuch|"environment":"\*"/.test(request),
  },
  {
    name: 'what is not there answers 404, rather than an empty success',
    kind: 'exact',
    because: 'a mistyped name must not look like nothing to do',
    at: /^status$/,
    when: (_, { request, statuses }) =>
      statuses.theirs < 300 && statuses.ours === 404 && /nosuch|user\/tokens/.test(request),
  },
  {
    name: 'where a fault lies is written in one way',
    kind: 'exact',
    because:
      'always from the root of the request, such as /body/constraints/0/operator; and only the first fault',
    at: /^body\.details(\[\]\.path|\.length)$/,
    when: (_, { statuses }) => statuses.ours === 400,
  },
  {
    name: 'texts of our own',
    kind: 'more',
    because: 'descriptions of start data and permissions are our words',
    operations:
      /^(getContextField|getContextFields.*|getContextFieldForProject|getAllFeatureTypes|updateFeatureTypeLifetime|getTagTypes|getAllStrategies|getStrategy|getProjects|getProjectOverview|getProjectHealthReport|getUsers|getUserPermissions|getProfile|exportFeatures|validateToken)$/,
    at: /\.(description|displayName|title)$/,
    differs: ['value', 'type'],
  },
  {
    name: 'lists have an order that does not change',
    kind: 'exact',
    because: 'the reference gives these in the order in which its tables were last written',
    operations:
      /^(getAllClientFeatures|getPlayground|getAdvancedPlayground|getProjectHealthReport|getContextFields.*|getAllFeatureTypes|getTags|getTagTypes|getAllStrategies|getAllApiTokens|getUserPermissions|getBaseUsersAndGroups|getSegmentsByStrategyId)$/,
    at: /^body/,
    differs: ['order'],
  },
  {
    name: 'the segments of a rule are listed in the order of their ids',
    kind: 'exact',
    because: 'their order means nothing',
    at: /^body\.segments\[\]$/,
    operations: /^(addFeatureStrategy|getFeatureStrategy)$/,
    differs: ['value'],
  },
]

const accounts: Allowed[] = [
  {
    name: 'sessions have our cookie, which is not sent again with each answer',
    kind: 'safer',
    because: 'a session does not live longer because it is used',
    operations: /^(login|createPat|getMe|x-logout)$/,
    at: /^header set-cookie$/,
  },
  {
    name: 'pictures are drawn here',
    kind: 'safer',
    because: 'no address of a person is sent to another company',
    at: /imageUrl$/,
    differs: ['value'],
    when: ({ theirs }) => text(theirs).startsWith('https://gravatar.com/'),
  },
  {
    name: 'secrets have the second form',
    kind: 'safer',
    because: 'only a digest is kept; lists show a masked form',
    operations:
      /^(createPat|createApiToken|createProjectApiToken|getAllApiTokens|getApiTokensByName|getProjectApiTokens)$/,
    at: /\.(secret|secure)$/,
    differs: ['value'],
  },
  {
    name: 'a link that was used, or none at all, is told apart from a wrong one',
    kind: 'exact',
    because: 'who followed an old mail learns that it did its work',
    operations: /^(validateToken|changePassword)$/,
    at: /^(status|body\.name)$/,
  },
  {
    name: 'signing out is always possible, and answers without content',
    kind: 'exact',
    because: 'without a session there is nothing left to do',
    operations: /^x-logout$/,
    at: /^(status|header content-type)$/,
  },
  {
    name: 'links carry a secret of another form',
    kind: 'safer',
    because: 'a random one, of which only a digest is kept',
    at: /\.(inviteLink|resetPasswordUrl)$/,
    differs: ['value'],
  },
  {
    name: 'fields of SCIM and of the hosted offer are absent',
    kind: 'open',
    because: 'SCIM is not built; seats and consents are not part of Flagstaff',
    at: /\.(scimId|seatType|companyRole|productUpdatesEmailConsent)$/,
    differs: ['missing'],
  },
  {
    name: 'signing in does not tell how many sessions there are',
    kind: 'open',
    because: 'no list of sessions is built yet',
    operations: /^(login|getMe)$/,
    at: /\.(deletedSessions|activeSessions)$/,
    differs: ['missing'],
  },
  {
    name: 'last use is told at once',
    kind: 'exact',
    because: 'the reference writes it minutes later, or not before the answer',
    operations: /^(login|getMe|getPats)$/,
    at: /\.seenAt$/,
    differs: ['type'],
  },
  {
    name: 'a role is answered by its number',
    kind: 'exact',
    because: 'whatever it was called in the request',
    operations: /^createUser$/,
    at: /\.rootRole$/,
    differs: ['type'],
  },
  {
    name: 'weak passwords are refused everywhere',
    kind: 'safer',
    because: 'product-behaviour 38, 13',
    operations: /^createUser$/,
    at: /^status$/,
    when: (_, { request }) => request.includes('"weak"'),
  },
  {
    name: 'people are found without their habits and links',
    kind: 'safer',
    because: 'a picker needs no times, and a list no links to sign in',
    operations: /^(searchUsers|getUsers)$/,
    at: /\.(seenAt|inviteLink)$/,
    differs: ['missing'],
  },
  {
    name: 'permissions of built-in roles hold in every environment',
    kind: 'exact',
    because: 'one grant for all environments, those to come included, instead of one for each',
    operations: /^(getMe|getUserPermissions)$/,
    at: /^body\.(permissions\.length|overview\.environment\[\])$/,
  },
  {
    name: 'the root role is no role in a project',
    kind: 'exact',
    because: 'the reference ties it to the default project',
    operations: /^(getProfile|getUserRoles)$/,
    at: /^body\.(projects\[\]|roles\[\])$/,
    differs: ['missing'],
  },
  {
    name: 'no letters to subscribe to',
    kind: 'open',
    because: 'the monthly report is not built',
    operations: /^getProfile$/,
    at: /^body\.subscriptions\[\]$/,
    differs: ['missing'],
  },
  {
    name: 'roles can be listed without naming a project',
    kind: 'more',
    because: 'it is the same question for all projects',
    operations: /^getUserRoles$/,
    at: /^status$/,
    when: (_, { statuses }) => statuses.ours === 200 && statuses.theirs === 400,
  },
  {
    name: 'the old field for one project counts',
    kind: 'safer',
    because: 'the reference ignores it and makes a token for all projects',
    operations: /^createApiToken$/,
    at: /^body\.(project|projects\[\])$/,
  },
  {
    name: 'a backend token is always called client',
    kind: 'exact',
    because: 'older clients know no other name; the reference calls it backend in this one answer',
    operations: /^createApiToken$/,
    at: /^body\.type$/,
    differs: ['value'],
  },
  {
    name: 'a new personal token has an address',
    kind: 'more',
    because: 'as everything that is created',
    operations: /^createPat$/,
    at: /^header location$/,
    differs: ['extra'],
  },
]

const flags: Allowed[] = [
  {
    name: 'what is not sent stays as it is',
    kind: 'exact',
    because: 'the reference empties every field that a PUT leaves out, constraints included',
    operations: /^(updateFeature|updateFeatureStrategy)$/,
    at: /^body\.(description|type|stale|impressionData|constraints\.length|parameters\.\w+)$/,
  },
  {
    name: 'switching answers with the flag',
    kind: 'more',
    because: 'the reference sends an empty body',
    operations: /^toggleFeatureEnvironment(On|Off)$/,
    at: emptyBody,
    when: (_, { statuses }) => statuses.ours === 200,
  },
  {
    name: 'deleting tells what was left alone',
    kind: 'more',
    because: 'product-behaviour 38, 4',
    operations: /^(deleteFeature|deleteFeatures)$/,
    at: emptyBody,
    when: (_, { statuses }) => statuses.ours === 200,
  },
  {
    name: 'an empty answer has no content type',
    kind: 'exact',
    because: 'there is no content',
    operations: /^deleteFeatureStrategy$/,
    at: /^header content-type$/,
    differs: ['missing'],
  },
  {
    name: 'a copy is not stale',
    kind: 'exact',
    because: 'it has just been made',
    operations: /^(cloneFeature|getFeature)$/,
    at: /^body\.stale$/,
    when: ({ ours }) => ours === false,
  },
  {
    name: 'an archived flag cannot be edited',
    kind: 'exact',
    because: 'the rule of the reference for every other change to it',
    operations: /^(updateFeature|addFeatureStrategy)$/,
    at: /^status$/,
    when: (_, { request, statuses }) => statuses.ours === 400 && request.includes('frozen'),
  },
  {
    name: 'stages are written with the change that causes them',
    kind: 'exact',
    because: 'product-behaviour 38, 5',
    operations: /^(searchFeatures|getFeature|getProjectStatus|getFeatureLifecycleStageCount)$/,
    at: /\.(lifecycle\.stage|currentFlags|initial|preLive|live|completed)$/,
    sometimes: true,
    differs: ['value'],
  },
  {
    name: 'collaborators are those who changed the flag',
    kind: 'exact',
    because: 'liking a flag is no work on it',
    operations: /^getFeature$/,
    at: /^body\.collaborators\.users\[\]$/,
    differs: ['missing'],
  },
  {
    name: 'milestones are not told of',
    kind: 'open',
    because: 'release plans are not built',
    operations: /^getFeatureStrategies$/,
    at: /\.milestoneId$/,
    differs: ['missing'],
  },
  {
    name: 'IN_CIDR can be saved',
    kind: 'more',
    because: 'SDKs know it; the reference refuses it',
    operations: /^addFeatureStrategy$/,
    at: /^status$/,
    when: (_, { request, statuses }) => statuses.ours === 200 && request.includes('IN_CIDR'),
  },
  {
    name: 'rollouts are whole numbers from 0 to 100',
    kind: 'exact',
    because: 'clients of different languages read anything else differently',
    operations: /^addFeatureStrategy$/,
    at: /^(status|body\.sortOrder)$/,
    when: (_, { request }) => request.includes('strange'),
  },
  {
    name: 'the place of a rule after one that was refused',
    kind: 'exact',
    because: 'follows from the entry above',
    operations: /^updateFeatureStrategy$/,
    at: /^body\.sortOrder$/,
  },
  {
    name: 'the variants of a rule stick to what the rule sticks to',
    kind: 'exact',
    because: 'clients of different languages disagree where they differ',
    operations: /^addFeatureStrategy$/,
    at: /^body\.variants\[\]\.stickiness$/,
  },
  {
    name: 'payloads that say they are numbers must be numbers',
    kind: 'exact',
    because: 'product-behaviour 38, 6',
    operations: /^addFeatureStrategy$/,
    at: /^status$/,
    when: (_, { request }) => request.includes('"number"'),
  },
  {
    name: 'variants of a flag: one rule for all three addresses',
    kind: 'exact',
    because: 'no flag gets new ones, an empty list is no new one, and a wrong list is told before that',
    operations:
      /^(overwriteEnvironmentFeatureVariants|patchEnvironmentsFeatureVariants|overwriteFeatureVariantsOnEnvironments)$/,
    at: refusal,
  },
  {
    name: 'calls without a body need not name its form',
    kind: 'more',
    because: 'the reference answers 415',
    operations: /Favorite/,
    at: /^status$/,
    when: (_, { statuses }) => statuses.theirs === 415,
  },
  {
    name: 'one status in a search needs no list',
    kind: 'more',
    because: 'the reference refuses a single value',
    operations: /^searchFeatures$/,
    at: /^status$/,
    when: (_, { request }) => /status=/.test(request),
  },
  {
    name: 'a search by status shows every environment of what it found',
    kind: 'exact',
    because: 'the reference hides those that the filter does not name',
    operations: /^searchFeatures$/,
    at: /^body\.features\[\]\.environments\[\]$/,
    differs: ['extra'],
  },
  {
    name: 'an unknown direction means upwards',
    kind: 'exact',
    because: 'as in every other list; the reference refuses it here',
    operations: /^searchFeatures$/,
    at: /^status$/,
    when: (_, { request }) => request.includes('sideways'),
  },
  {
    name: 'an unknown state finds nothing',
    kind: 'exact',
    because: 'the reference takes it for stale',
    operations: /^searchFeatures$/,
    at: /^body\.(features\[\]|total)$/,
    when: (_, { request }) => request.includes('nosuch'),
  },
  {
    name: 'too many segments are a limit that was reached',
    kind: 'exact',
    because: 'as all other limits',
    operations: /^(updateFeatureStrategySegments|addFeatureStrategy)$/,
    at: /^body\.name$/,
    when: ({ ours }) => ours === 'ExceedsLimitError',
  },
]

const around: Allowed[] = [
  {
    name: 'the last environment of a project stays',
    kind: 'exact',
    because: 'product-behaviour 38, 9; adding it again is then refused, since it is still there',
    operations: /^(removeEnvironmentFromProject|addEnvironmentToProject)$/,
    at: /^status$/,
    when: (_, { request, statuses }) => request.includes('development') && statuses.theirs === 200,
  },
  {
    name: 'making tag values takes the right to change flags',
    kind: 'safer',
    because: 'the reference lets every viewer make them',
    operations: /^createTag$/,
    at: /^status$/,
    when: (_, { request }) => request.includes('as viewer'),
  },
  {
    name: 'tag values that follow from the two differences in tags',
    kind: 'exact',
    because: 'one was refused to a viewer, one came with a new flag (product-behaviour 38, 3)',
    operations: /^(getTags|getTagsByType)$/,
    at: /^body\.tags\[\]$/,
  },
  {
    name: 'a flag created with new tag values exists',
    kind: 'exact',
    because: 'product-behaviour 38, 3',
    operations: /^getFeature$/,
    at: /^status$/,
    when: (_, { request }) => request.includes('tagged-anew'),
  },
  {
    name: 'a tag type is answered as its schema says',
    kind: 'open',
    because: 'the reference wraps it in { version, tagType }, which its own description does not tell',
    operations: /^getTagType$/,
    at: /^body\.(version|tagType)$/,
    differs: ['missing'],
  },
  {
    name: 'the address of a tag starts at the admin API',
    kind: 'exact',
    because: 'the one of the reference leads nowhere',
    operations: /^addTag$/,
    at: /^header location$/,
  },
  {
    name: 'strategies have a display name',
    kind: 'more',
    because: 'the title, which the reference leaves out',
    operations: /^(createStrategy|getStrategy|getAllStrategies)$/,
    at: /\.displayName$/,
    differs: ['type'],
  },
  {
    name: 'the strategy that new rules are made of cannot be deprecated',
    kind: 'exact',
    because: 'product-behaviour 38, 8',
    operations: /^deprecateStrategy$/,
    at: /^status$/,
  },
  {
    name: 'parents are offered only where one can be chosen',
    kind: 'exact',
    because: 'a flag with children can have no parent',
    operations: /^listParentOptions$/,
    at: /^body\[\]$/,
    differs: ['missing'],
  },
  {
    name: 'archiving a parent removes no dependency of its own',
    kind: 'exact',
    because: 'what would go is told for the flags that have a parent',
    operations: /^validateArchiveFeatures$/,
    at: /^body\.hasDeletedDependencies$/,
  },
  {
    name: 'removing a dependency twice',
    kind: 'open',
    because: 'ours says that it is gone, the reference that it was not there',
    operations: /^deleteFeatureDependency$/,
    at: /^status$/,
  },
  {
    name: 'an event alone in its change has no group',
    kind: 'exact',
    because: 'the reference gives each one a group of its own',
    at: /\.events\[\]\.group(Type|Id)$/,
    differs: ['missing'],
  },
  {
    name: 'events say what there was before and after',
    kind: 'more',
    because: 'the reference keeps nothing for switching',
    at: /\.events\[\]\.(data|preData)$/,
    when: ({ theirs }) => theirs === null,
  },
  {
    name: 'the stale mark has events of its own',
    kind: 'exact',
    because: 'it is not repeated in others',
    at: /\.events\[\]\.(data|preData)\.stale$/,
    differs: ['missing'],
  },
  {
    name: 'events of flags that never existed',
    kind: 'exact',
    because: 'the reference records the completion of an unknown flag',
    operations: /^getEventsForToggle$/,
    at: /^body\.(events\.length|totalEvents)$/,
    when: (_, { request }) => request.includes('nosuch'),
  },
  {
    name: 'how many events there are',
    kind: 'exact',
    because:
      'some of ours have one more or less, such as the order of environments (product-behaviour 38, 10)',
    operations: /^getEvents$/,
    at: /^body\.totalEvents$/,
  },
  {
    name: 'creators of events are called as in the log',
    kind: 'open',
    because:
      'the reference shows their names, ours the name under which they acted; and each has its own system',
    operations: /^getEventCreators$/,
    at: /^body\[\]$/,
  },
]

const clients: Allowed[] = [
  {
    name: 'tags of answers',
    kind: 'exact',
    because: 'clients send them back as they are; equal on all our servers',
    operations: /^getAllClientFeatures$/,
    at: /^body\.meta\.(etag|queryHash)$/,
    differs: ['value'],
  },
  {
    name: 'conditional requests match in every form',
    kind: 'exact',
    because: 'weak tags, lists and *, whatever Cache-Control says (RFC 9110); proxies weaken tags',
    operations: /^(getAllClientFeatures|getFrontendFeatures)$/,
    at: /^(status|header content-type|body)$/,
    when: (_, { statuses }) => statuses.ours === 304 && statuses.theirs === 200,
  },
  {
    name: 'only the segments that the flags use are sent',
    kind: 'exact',
    because: 'the reference sends every segment that any rule uses, archived flags included',
    operations: /^getAllClientFeatures$/,
    at: /^body\.segments\[\]$/,
    differs: ['missing'],
  },
  {
    name: 'a 304 repeats the tag',
    kind: 'exact',
    because: 'RFC 9110',
    operations: /^getAllClientFeatures$/,
    at: /^header etag$/,
    differs: ['extra'],
  },
  {
    name: 'no tags where nobody asks again',
    kind: 'exact',
    because: 'one flag alone and answers to posts are not polled',
    operations:
      /^(getClientFeature|registerFrontendMetrics|registerFrontendClient|getFrontendApiFeaturesWithPost)$/,
    at: /^header etag$/,
    differs: ['missing'],
  },
]

const reports: Allowed[] = [
  {
    name: 'the playground leads to rules by their ids',
    kind: 'exact',
    because: 'ids differ on every server',
    operations: /Playground$/,
    at: /\.links\.edit$/,
  },
  {
    name: 'the playground refuses an unknown environment',
    kind: 'exact',
    because: 'a mistyped name must not look like flags that are off',
    operations: /^getPlayground$/,
    at: /^status$/,
  },
  {
    name: 'missing permissions are called by their names',
    kind: 'exact',
    because: 'the names under which they can be granted',
    operations: /^(validateImport|importToggles)$/,
    at: /^body\.permissions(\[\]\.affectedItems\[\])?$/,
  },
  {
    name: 'an export that is to be a file has a name',
    kind: 'more',
    because: 'browsers save it under that',
    operations: /^exportFeatures$/,
    at: /^header content-disposition$/,
  },
  {
    name: 'figures of a project are counted when they are asked for',
    kind: 'exact',
    because: 'the reference counts them once an hour, and once a minute',
    operations: /^(getProjects|getProjectOverview|getProjectHealthReport|getProjectStatus)$/,
    at: /\.(health|technicalDebt|stats\.\w+|lastReportedFlagUsage|apiTokens|count|averageDays|activityCountByDate\.length|current|last30Days|featureTypeCounts\[\]\.type)$/,
  },
  {
    name: 'lists of projects and overviews are shorter',
    kind: 'open',
    because:
      'onboarding is told and statistics are counted elsewhere; the health report names its flags only',
    operations: /^(getProjects|getProjectOverview|getProjectHealthReport)$/,
    at: /\.(onboardingStatus(\.status)?|stats|favorite|variantCount|lastSeenAt|hasStrategies|hasEnabledStrategies)$/,
    differs: ['missing', 'value'],
  },
  {
    name: 'asking for archived projects gives archived projects',
    kind: 'exact',
    because: 'the open-source reference has none and gives the others',
    operations: /^getProjects$/,
    at: /^body\.projects\[\]$/,
    differs: ['missing'],
  },
  {
    name: 'the page of the API description is where it was asked for',
    kind: 'exact',
    because: 'the reference sends the browser on',
    operations: /^x-openapiViewer$/,
    at: /^(status|header location|header content-type)$/,
  },
  {
    name: 'settings for an interface',
    kind: 'exact',
    because: 'ours has its own; switches, versions and addresses of the other one mean nothing here',
    operations: /^getUiConfig$/,
    at: /^body\./,
  },
]

export const allowed: Allowed[] = [...answers, ...accounts, ...flags, ...around, ...clients, ...reports]
