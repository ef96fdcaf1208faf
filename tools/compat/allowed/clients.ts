import type { Allowed } from './entry.ts'

export const clients: Allowed[] = [
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
