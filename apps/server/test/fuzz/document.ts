/** The parts of the OpenAPI document that requests are generated from. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
}
export type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }
type Content = { content?: { 'application/json'?: { schema: Schema } } }
export type Operation = {
  operationId: string
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | undefined
  /** By status; undefined if the response has no body. */
  responses: Map<number, Schema | undefined>
}
export type Document = {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        parameters: Parameter[]
        requestBody?: Content
        responses: Record<string, Content>
      }
    >
  >
  components: { schemas: Record<string, Schema> }
}

const schemaIn = (content: Content | undefined) => content?.content?.['application/json']?.schema

export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, parameters, requestBody, responses }]) => ({
      operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      body: schemaIn(requestBody),
      responses: new Map(
        Object.entries(responses).map(([status, response]) => [Number(status), schemaIn(response)]),
      ),
    })),
  )

/** Operations for SDKs and edges, which an edge serves too. */
export const isDelivery = ({ path }: Operation): boolean =>
  /^\/(api\/(client|frontend)|edge|ofrep)\b/.test(path)

export function resolve(schema: Schema, { components }: Document): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : resolve(components.schemas[name] ?? {}, { components } as Document)
}
