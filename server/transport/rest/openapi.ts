import type { FastifyInstance } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import type { Answer } from '#server/slice.ts'

interface Schema {
  readonly [word: string]: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
}

/** The public API as an OpenAPI 3.1 document, made of the contract itself. */
export function openApi(answers: readonly Answer[], serverUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const { operation, access } of answers) {
    if (operation.door !== 'api') continue
    const path = operation.path.replace(/:([A-Za-z]+)(\([^)]*\))?/g, (_whole, name: string) => `{${snakeCase(name)}}`)
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
    },
    paths,
  }
}

function operationObject(operation: Operation, isOpen: boolean): object {
  const input = wireSchema(operation.input as unknown as Schema)
  const inPath = new Set([...operation.path.matchAll(/:([A-Za-z]+)/g)].map(match => snakeCase(match[1] ?? '')))
  const required = new Set(input.required ?? [])
  const entries = Object.entries(input.properties ?? {})
  const inHeader = entries.flatMap(([name, { header, ...schema }]) =>
    typeof header === 'string' ? [{ name: header, in: 'header', required: required.has(name), schema }] : [],
  )
  const rest = entries.filter(([name, schema]) => !inPath.has(name) && !('header' in schema))
  const isRead = operation.method === 'GET' || operation.method === 'HEAD' || operation.method === 'DELETE'
  const parameters = [
    ...[...inPath].map(name => ({
      name,
      in: 'path',
      required: true,
      schema: input.properties?.[name] ?? { type: 'string' },
    })),
    ...inHeader,
    ...(isRead ? rest.map(([name, schema]) => ({ name, in: 'query', required: required.has(name), schema })) : []),
  ]
  const body = {
    required: rest.some(([name]) => required.has(name)),
    content: {
      'application/json': {
        schema: {
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
      '4XX': { description: 'Error: see `message` or `error`' },
    },
  }
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

/** Serve the document, and a page to read it. */
export function openApiDoor(app: FastifyInstance, answers: readonly Answer[], serverUrl: string): void {
  let text: string | null = null
  app.get('/api/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(openApi(answers, serverUrl))
    return reply.type('application/json').send(text)
  })
  let page: string | null = null
  app.get('/-/api', (_request, reply) => {
    page ??= readablePage(answers, serverUrl)
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

function readablePage(answers: readonly Answer[], serverUrl: string): string {
  const operations = answers.map(each => each.operation).filter(each => each.door === 'api')
  const byTag = [...Map.groupBy(operations, each => each.tag)].sort(([a], [b]) => a.localeCompare(b))
  const anchor = (tag: string) => tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const sections = byTag.map(
    ([tag, group]) =>
      `<section><h2 id="${anchor(tag)}">${escapeHtml(tag)}</h2>${group.map(operationHtml).join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Weft API</title><link rel="icon" href="/favicon.svg"><style>${style}</style></head><body>
<header><h1>Weft API</h1><p>REST API v4 at <code>${escapeHtml(serverUrl)}/api/v4</code>, also as <a href="/api/openapi.json">OpenAPI 3.1</a>. GraphQL API: <code>POST /api/graphql</code>.</p></header>
<div class="columns"><nav aria-label="Resources"><ul>${byTag.map(([tag]) => `<li><a href="#${anchor(tag)}">${escapeHtml(tag)}</a></li>`).join('')}</ul></nav><main>${sections.join('')}</main></div></body></html>`
}

function operationHtml(operation: Operation): string {
  const schema = operation.input as unknown as Schema
  const required = new Set(schema.required ?? [])
  const rows = Object.entries(schema.properties ?? {}).map(
    ([name, each]) =>
      `<tr><td><code>${typeof each.header === 'string' ? each.header : snakeCase(name)}</code>${required.has(name) ? ' <b>required</b>' : ''}</td><td>${escapeHtml(typeOf(each))}${typeof each.header === 'string' ? ' (header)' : ''}</td></tr>`,
  )
  const path = operation.path.replace(/:([A-Za-z]+)(\([^)]*\))?/g, (_whole, name: string) => `:${snakeCase(name)}`)
  return `<details><summary><span class="method" data-method="${operation.method}">${operation.method}</span> <code>${escapeHtml(path)}</code> <span class="summary">${escapeHtml(operation.summary)}</span></summary>${rows.length === 0 ? '<p>No parameters.</p>' : `<table><tbody>${rows.join('')}</tbody></table>`}<p>Returns ${operation.status}.</p></details>`
}

function typeOf(schema: Schema): string {
  const {
    enum: words,
    type,
    format,
  } = schema as { enum?: readonly string[]; type?: string | readonly string[]; format?: string }
  if (words !== undefined) return words.join(' · ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`
  return [Array.isArray(type) ? type.join(' or ') : (type ?? 'any'), format].filter(Boolean).join(', ')
}

const style = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:72rem;padding:2rem 1rem}
h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2rem 0 .5rem}a{color:light-dark(#0f5f6b,#7fd0dc)}code{font:.9em ui-monospace,monospace}
.columns{display:grid;grid-template-columns:12rem minmax(0,1fr);gap:2rem}code,td{overflow-wrap:anywhere}nav ul{position:sticky;top:1rem;list-style:none;padding:0;margin:1rem 0}
details{border-block-end:1px solid light-dark(#ddd,#333);padding:.35rem 0}summary{cursor:pointer}.method{display:inline-block;min-width:4rem;font-weight:600}
.summary{color:light-dark(#555,#aaa)}table{border-collapse:collapse;margin:.5rem 0 .5rem 1rem}td{padding:.15rem 1rem .15rem 0;vertical-align:top}b{font-weight:500;color:light-dark(#8a4b00,#f0b060)}
@media(max-width:48rem){.columns{grid-template-columns:minmax(0,1fr)}nav ul{position:static;columns:2}}`
