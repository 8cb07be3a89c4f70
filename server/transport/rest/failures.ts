import { type Failure, NamedError } from '#server/errors.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { unavailableSentence } from '#server/transport/unavailable.ts'

interface FailureReply {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

const none = {}

/**
 * A failure as the API's doors answer it, or null if it is a bug.
 *
 * @source rest.md 1.6
 */
export function failureReply(error: unknown): FailureReply | null {
  const passing = unavailableSentence(error)
  if (passing !== null) return unavailable(passing)
  if (!isFailure(error)) return null
  const message = (status: number, body: unknown = { message: error.message }) => ({ status, body, headers: none })
  switch (error.kind) {
    case 'not_found':
      return message(404)
    case 'unauthenticated':
      return message(401)
    case 'forbidden':
      return message(403)
    case 'malformed':
      return message(400, { error: error.message })
    case 'invalid':
      return message(400, { message: error.fields === null ? error.message : snakeFields(error.fields) })
    case 'conflict':
      return message(409)
    case 'gone':
      return message(410)
    case 'too_large':
      return message(413)
    case 'rate_limited':
      return {
        status: 429,
        body: { message: { error: error.message } },
        headers: { 'retry-after': String(error.retryAfterSeconds) },
      }
    case 'unavailable':
      return unavailable(error.message, String(error.retryAfterSeconds))
    case 'not_allowed':
      return message(405)
    case 'not_paged':
      return message(405, { error: error.message })
    case 'unprocessable':
      return message(422)
    case 'unchanged':
      return { status: 304, body: undefined, headers: none }
    case 'precondition':
      return message(412)
    case 'moved':
      return message(405)
    default:
      return error satisfies never
  }
}

const unavailable = (message: string, retryAfter = retryAfterSeconds): FailureReply => ({
  status: 503,
  body: { message },
  headers: { 'retry-after': retryAfter },
})

export const retryAfterSeconds = '5'

// Every class that extends `NamedError` is one of the union.
const isFailure = (error: unknown): error is Failure => error instanceof NamedError

const snakeFields = (fields: Readonly<Record<string, readonly string[]>>): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(fields).map(([name, problems]) => [snakeCase(name), problems]))

/** The statuses whose bodies have one shape. @source ERRMSG-101 */
export const shapedStatuses: ReadonlySet<number> = new Set([404, 410, 422])

/**
 * The body of an answer 404, 410 or 422 with both `message`, one sentence, and `errors`: the sentences as a list, or by
 * field. The members that the contract gives, `error` among them, stay as they are; the others follow from them. Other
 * bodies, such as none, stay too.
 *
 * @source ERRMSG-101; rest.md 1.6
 */
export function withErrorShape(status: number, body: unknown): unknown {
  if (!shapedStatuses.has(status) || typeof body !== 'object' || body === null) return body
  const { error, message = error, errors } = body as Readonly<Record<'error' | 'message' | 'errors', unknown>>
  if (message === undefined && errors === undefined) return body
  if (errors === undefined) return { ...body, message, errors: sentencesIn(message) }
  return message === undefined ? { ...body, message: sentencesIn(errors)[0] ?? '' } : body
}

/** The text of the body of a failure. */
export const failureText = (status: number, body: unknown): string => JSON.stringify(withErrorShape(status, body))

/** Every sentence in a text, a list, or lists by field. */
function sentencesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesIn) : []
}
