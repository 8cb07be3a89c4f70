import { readsHeader } from '#contract/carried-reads.ts'
import type { InputOf, Operation, ReplyOf } from '#contract/operation.ts'
import { setServerTime } from '#web/ui/text/clock.ts'
import type { Address } from './address.ts'
import { camelCase, fromWire, toWire } from './case.ts'
import type { Carried } from './own-writes.ts'
import { authenticityToken, isDrawing, takeAnswer } from './page.ts'
import { pageSentence, serverFailed } from './page-sentence.ts'
import { noteReach, unreachable } from './reach.ts'
import { recover, withCurrentPaths } from './refusal.ts'

/** A refusal or failure of a call. `status` 0: the server was not reached. */
export class CallError extends Error {
  readonly status: number
  /** Sentences by field (camelCase), as far as the server names fields. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly body: unknown
  constructor(status: number, message: string, body: unknown, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.body = body
    this.fields = fieldsOf(body)
  }
}

export interface Answered<T> {
  readonly data: T
  readonly status: number
  readonly headers: Headers
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
  /** Goes out even when the page is left. */
  readonly keepalive?: boolean
  /** The reads that the answer to the page's own write carries. */
  readonly carried?: Carried
}

/** Call an operation. @throws CallError */
export async function call<Op extends Operation>(
  op: Address<Op>,
  input: InputOf<Op>,
  options: CallOptions = {},
): Promise<ReplyOf<Op>> {
  return (await callFully(op, input, options)).data
}

/** Call an operation and see its status and headers too. @throws CallError */
export async function callFully<Op extends Operation>(
  op: Address<Op>,
  input: InputOf<Op>,
  options: CallOptions = {},
): Promise<Answered<ReplyOf<Op>>> {
  const attempt = () => callOnce(op, withCurrentPaths(input), options)
  // A closing page cannot recover.
  return options.keepalive ? attempt() : recovering(attempt, input, op.method === 'GET')
}

/** Make an attempt, and another one if the first was refused for a reason that has been put right. */
export async function recovering<T>(attempt: () => Promise<T>, input: unknown, isRead: boolean): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof CallError) || !(await recover(error, input, isRead))) throw error
    return attempt()
  }
}

async function callOnce<Op extends Operation>(
  op: Address<Op>,
  input: InputOf<Op>,
  options: CallOptions,
): Promise<Answered<ReplyOf<Op>>> {
  const { url, body } = requestOf(op, input as Readonly<Record<string, unknown>>)
  const given = op.method === 'GET' ? takeAnswer(url) : null
  if (given !== null) return { data: given.body as ReplyOf<Op>, status: 200, headers: new Headers(given.headers) }
  const { response, data } = await exchange(url, op.method, body, options)
  const { status, headers, ok } = response
  if (!ok && status !== 304) throw new CallError(status, messageOf(data, status), data)
  // The server encoded the answer by the operation's reply schema.
  return { data: fromWire(data) as ReplyOf<Op>, status, headers }
}

/**
 * Send one request to the server.
 *
 * @returns the response, whatever its status, and its body: parsed if it is JSON, null if it is empty
 * @throws CallError  the server was not reached
 */
export async function exchange(
  url: string,
  method: string,
  body: string | FormData | undefined,
  { signal, keepalive, headers, carried }: CallOptions,
): Promise<{ readonly response: Response; readonly data: unknown }> {
  const response = await reach(url, {
    method,
    credentials: 'same-origin',
    ...(signal === undefined ? {} : { signal }),
    ...(keepalive === true ? { keepalive: true } : {}),
    headers: {
      accept: 'application/json',
      ...(method === 'GET' ? {} : { 'x-csrf-token': authenticityToken() }),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...carried?.headers,
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  setServerTime(response.headers.get('date'))
  const text = response.status === 204 || response.status === 304 ? '' : await response.text()
  const data = text === '' ? null : parse(text)
  return { response, data: response.ok && carried && response.headers.has(readsHeader) ? carried.unpack(data) : data }
}

/** The address an operation has for an input, for links and downloads. */
export function urlOf<Op extends Operation>(op: Address<Op>, input: InputOf<Op>): string {
  return requestOf({ ...op, method: 'GET' }, input as Readonly<Record<string, unknown>>).url
}

function requestOf(
  op: Address<Operation>,
  input: Readonly<Record<string, unknown>>,
): { url: string; body: string | FormData | undefined } {
  const rest: Record<string, unknown> = { ...input }
  // A path that ends with `*` ends with the input `path`, its slashes as they are.
  const path = op.path.replace(/:([A-Za-z]+)|\*$/g, (_whole, name: string | undefined) => {
    const value = String(rest[name ?? 'path'])
    delete rest[name ?? 'path']
    return name === undefined ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  if (op.method === 'GET') {
    const query = parametersOf(toWire(rest) as Record<string, unknown>)
    // The document names the replies that it brings by their addresses, which must not depend on the order of an input.
    query.sort()
    return { url: query.size ? `${path}?${query}` : path, body: undefined }
  }
  if (
    Object.values(rest)
      .flat()
      .some(value => value instanceof Blob)
  )
    return { url: path, body: formOf(toWire(rest) as Record<string, unknown>) }
  return { url: path, body: Object.keys(rest).length === 0 ? undefined : JSON.stringify(toWire(rest)) }
}

/** Parameters as the contract writes them: `labels[]=a&not[author]=b`. */
export const queryOf = (parameters: Readonly<Record<string, unknown>>): string => parametersOf(parameters).toString()

function parametersOf(parameters: Readonly<Record<string, unknown>>): URLSearchParams {
  const query = new URLSearchParams()
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return
    if (Array.isArray(value)) for (const each of value) add(`${name}[]`, each)
    else if (typeof value === 'object') for (const [key, each] of Object.entries(value)) add(`${name}[${key}]`, each)
    else query.append(name, String(value))
  }
  for (const [name, value] of Object.entries(parameters)) add(name, value)
  return query
}

function formOf(parameters: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null) continue
    // A form makes text of what is no file.
    if (Array.isArray(value)) for (const each of value) form.append(`${name}[]`, each)
    else form.append(name, value as Blob)
  }
  return form
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  if (isDrawing) throw new CallError(0, 'The server asks itself for nothing while it draws', null)
  try {
    const response = await fetch(url, init)
    noteReach(true)
    return response
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    noteReach(false)
    throw new CallError(0, unreachable, null, { cause })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function messageOf(body: unknown, status: number): string {
  if (typeof body === 'object' && body !== null) {
    for (const name of ['message', 'error', 'errors'] as const) {
      const said = name in body ? (body as Record<string, unknown>)[name] : undefined
      const sentence = sentenceOf(said)
      if (sentence !== null) return sentence
    }
  }
  return status >= 500 ? serverFailed : 'The request failed. Reload the page and try again.'
}

/** One message per line. */
function sentenceOf(said: unknown): string | null {
  if (typeof said === 'string') return pageSentence(said)
  if (Array.isArray(said)) return said.filter(each => typeof each === 'string').join('\n') || null
  if (typeof said === 'object' && said !== null) {
    const parts = Object.entries(said).map(([field, problems]) => {
      const text = Array.isArray(problems) ? problems.join(', ') : String(problems)
      return field === 'base' || field === 'error'
        ? text
        : `${field.charAt(0).toUpperCase()}${field.slice(1).replaceAll('_', ' ')} ${text}`
    })
    return parts.join('.\n') || null
  }
  return null
}

function fieldsOf(body: unknown): Readonly<Record<string, readonly string[]>> {
  if (typeof body !== 'object' || body === null || !('message' in body)) return {}
  const { message } = body
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return {}
  return Object.fromEntries(
    Object.entries(message).map(([name, each]) => [
      camelCase(name),
      Array.isArray(each) ? each.map(String) : [String(each)],
    ]),
  )
}
