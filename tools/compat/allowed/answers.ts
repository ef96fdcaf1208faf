import { additions } from '../additions.ts'
import { type Allowed, emptyBody, refusal } from './entry.ts'

export const answers: Allowed[] = [
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
    because: 'the request was wrong, and we say what about it',
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
