import Type, { type Static } from 'typebox'
import { closed, named } from './schema.ts'

const settings = {
  enabled: Type.Boolean(),
  share: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'The share of evaluations to sample, from 0 to 1.',
  }),
  properties: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 50,
    description:
      'The context fields to store. The name of the application is always stored; all other fields are dropped.',
  }),
}

const Pseudonyms = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 50,
  description:
    'The fields of `properties` whose values are stored as pseudonyms. By default `userId`, `sessionId` and `remoteAddress`.',
})

/** Fields that identify a person. They are stored as pseudonyms unless the setting says otherwise. */
export const identifyingFields = ['userId', 'sessionId', 'remoteAddress']

export const SetEvaluationSample = named(
  'setEvaluationSampleSchema',
  Type.Object({ ...settings, pseudonyms: Type.Optional(Pseudonyms) }, closed),
)
export type SetEvaluationSample = Static<typeof SetEvaluationSample>

export const EvaluationSample = named(
  'evaluationSampleSchema',
  Type.Object(
    {
      ...settings,
      pseudonyms: Pseudonyms,
      environments: Type.Array(
        Type.Object(
          { name: Type.String(), contexts: Type.Integer(), newestAt: Type.String({ format: 'date-time' }) },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type EvaluationSample = Static<typeof EvaluationSample>

export const SampledContexts = named(
  'sampledContextsSchema',
  Type.Object(
    {
      contexts: Type.Array(
        Type.Object(
          {
            seenAt: Type.String({ format: 'date-time' }),
            context: Type.Record(Type.String(), Type.Unknown()),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type SampledContexts = Static<typeof SampledContexts>

export const SampleParams = Type.Object({ environment: Type.String() })
