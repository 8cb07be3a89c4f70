import type { FastifyInstance } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import type { Answer } from '#server/slice.ts'
import { shapedStatuses } from './failures.ts'

interface Schema {
  readonly [word: string]: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
}

/** The public API as an OpenAPI 3.1 document, made of the contract itself. */
function openApi(answers: readonly Answer[], serverUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const { operation, access } of answers) {
    if (operation.door !== 'api') continue
    const path = named(operation.path).replace(
      /:([A-Za-z]+)(\([^)]*\))?/g,
      (_whole, name: string) => `{${snakeCase(name)}}`,
    )
    const entry = paths[path] ?? {}
    paths[path] = entry
    entry[operation.method.toLowerCase()] = operationObject(operation, access.kind === 'anyone')
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Weft',
      version: 'v4',
      description:
        'Send parameters in the query string or the body (JSON or form data). IDs of projects and groups are numbers or URL-encoded full paths.',
    },
    servers: [{ url: `${serverUrl}/api/v4` }],
    security: [{ token: [] }, { bearer: [] }],
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'PRIVATE-TOKEN' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      responses: { Failure: { description: 'Error', content: { 'application/json': { schema: failureSchema } } } },
    },
    paths,
  }
}

/** A path whose rest, if it takes one, has the name of its input. */
const named = (path: string): string => path.replace(/\*$/, ':path')

function operationObject(operation: Operation, isOpen: boolean): object {
  const input = wireSchema(operation.input as unknown as Schema)
  const inPath = new Set([...named(operation.path).matchAll(/:([A-Za-z]+)/g)].map(match => snakeCase(match[1] ?? '')))
  const required = new Set(input.required ?? [])
  const entries = Object.entries(input.properties ?? {})
  const inHeader = entries.flatMap(([name, { header, ...schema }]) =>
    typeof header === 'string' ? [{ name: header, in: 'header', required: required.has(name), schema }] : [],
  )
  const rest = entries.filter(([name, schema]) => !inPath.has(name) && !('header' in schema))
  const isRead = operation.method === 'GET' || operation.method === 'HEAD' || operation.method === 'DELETE'
  const isBodyFile = rest.some(([, schema]) => 'isBody' in schema)
  const parameters = [
    ...[...inPath].map(name => ({
      name,
      in: 'path',
      required: true,
      schema: input.properties?.[name] ?? { type: 'string' },
    })),
    ...inHeader,
    ...(isRead || isBodyFile
      ? rest
          .filter(([, schema]) => !('isBody' in schema))
          .map(([name, schema]) => ({ name, in: 'query', required: required.has(name), schema }))
      : []),
  ]
  const body = {
    required: rest.some(([name]) => required.has(name)),
    content: {
      'application/json': {
        schema: isBodyFile
          ? { type: 'object' }
          : {
              type: 'object',
              properties: Object.fromEntries(rest),
              required: rest.map(([name]) => name).filter(name => required.has(name)),
            },
      },
    },
  }
  const reply = wireSchema(operation.reply as unknown as Schema)
  const hasBody = operation.status !== 204
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [operation.tag],
    ...(isOpen ? { security: [{}] } : {}),
    parameters,
    ...(isRead || rest.length === 0 ? {} : { requestBody: body }),
    responses: {
      [operation.status]: {
        description: 'Done',
        ...(hasBody ? { content: { 'application/json': { schema: reply } } } : {}),
      },
      ...Object.fromEntries([...shapedStatuses].map(status => [status, { $ref: '#/components/responses/Failure' }])),
      '4XX': { description: 'Error: see `message` or `error`' },
    },
  }
}

/** The body of the answers in `shapedStatuses`. @source ERRMSG-101 */
const failureSchema = {
  type: 'object',
  properties: {
    message: { type: ['string', 'object'], description: 'Error message' },
    errors: { type: ['array', 'object'], description: 'All error messages, as a list or by field' },
  },
  required: ['message', 'errors'],
}

/** A contract's schema with the names of the wire. */
function wireSchema(schema: Schema): Schema {
  const { comma: _comma, ...plain } = schema
  return {
    ...plain,
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, each]) => [snakeCase(name), wireSchema(each)]),
          ),
        }),
    ...(schema.required === undefined ? {} : { required: schema.required.map(snakeCase) }),
    ...(schema.items === undefined ? {} : { items: wireSchema(schema.items) }),
    ...(schema.anyOf === undefined ? {} : { anyOf: schema.anyOf.map(wireSchema) }),
    ...(typeof schema.additionalProperties === 'object'
      ? { additionalProperties: wireSchema(schema.additionalProperties) }
      : {}),
  }
}

/** Serve the document. */
export function openApiDoor(app: FastifyInstance, answers: readonly Answer[], serverUrl: string): void {
  let text: string | null = null
  app.get('/api/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(openApi(answers, serverUrl))
    return reply.type('application/json').send(text)
  })
}
