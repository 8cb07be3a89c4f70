import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { NamedError, RateLimited, Unavailable } from '#server/errors.ts'
import { isNotAvailable, notAvailable } from '#server/graphql/failures.ts'
import { retryAfterSeconds } from '#server/transport/rest/failures.ts'
import { unavailableSentence } from '#server/transport/unavailable.ts'

export interface PresentedErrors {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly errors: readonly GraphQLFormattedError[]
  /** Unexpected errors, for the log. */
  readonly bugs: readonly unknown[]
}

/**
 * Errors as clients get them: a failure by name with its sentence, a bug without any detail.
 *
 * @source graphql.md 2
 */
export function presentErrors(errors: readonly unknown[]): PresentedErrors {
  const bugs: unknown[] = []
  let status = 200
  let headers: Readonly<Record<string, string>> = {}
  const shown = errors.map((error): GraphQLFormattedError => {
    const cause = causeOf(error)
    const at = error instanceof GraphQLError ? locationOf(error) : {}
    if (cause instanceof RateLimited) {
      status = 429
      headers = { 'retry-after': String(cause.retryAfterSeconds) }
    }
    const passing = unavailableSentence(cause)
    if (passing !== null || cause instanceof Unavailable) {
      status = 503
      headers = { 'retry-after': retryAfterSeconds }
    }
    if (passing !== null) return { message: passing, ...at }
    if (isNotAvailable(cause)) return { message: notAvailable, ...at }
    if (cause instanceof NamedError) return { message: cause.message, ...at }
    if (cause instanceof GraphQLError) {
      const extensions = { ...extensionsOf(cause), ...cause.extensions }
      return { message: cause.message, ...at, ...(Object.keys(extensions).length === 0 ? {} : { extensions }) }
    }
    bugs.push(cause)
    return { message: 'Internal server error' }
  })
  if (bugs.length > 0) {
    return { status: 500, headers: {}, errors: [{ message: 'Internal server error' }], bugs }
  }
  return { status, headers, errors: shown, bugs }
}

/** The failure that a resolver threw, or the error itself when it is the query's. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof GraphQLError)) return error
  const { originalError } = error
  return originalError === undefined || originalError === null ? error : causeOf(originalError)
}

function locationOf(error: GraphQLError): Pick<GraphQLFormattedError, 'locations' | 'path'> {
  return {
    ...(error.locations === undefined ? {} : { locations: error.locations }),
    ...(error.path === undefined ? {} : { path: error.path }),
  }
}

const kinds: readonly [RegExp, (match: RegExpExecArray) => Readonly<Record<string, string>>][] = [
  [
    /^Cannot query field "(\w+)" on type "(\w+)"/,
    match => ({ code: 'undefinedField', typeName: match[2] ?? '', fieldName: match[1] ?? '' }),
  ],
  [
    /^Unknown argument "(\w+)" on field "(\w+)\.(\w+)"/,
    match => ({
      code: 'argumentNotAccepted',
      name: match[3] ?? '',
      typeName: 'Field',
      argumentName: match[1] ?? '',
    }),
  ],
  [
    /^Field "(\w+)" argument "(\w+)" of type "[^"]+" is required/,
    match => ({
      code: 'missingRequiredArguments',
      className: 'Field',
      name: match[1] ?? '',
      arguments: match[2] ?? '',
    }),
  ],
  [
    /^(?:Expected value of type|\w+ cannot represent|Field "\w+" is not defined by type|Value "\w+" does not exist in)/,
    () => ({ code: 'argumentLiteralsIncompatible', typeName: 'CoercionError' }),
  ],
]

/** The extensions that the contract gives for a query that does not fit the schema. */
function extensionsOf(error: GraphQLError): Readonly<Record<string, string>> {
  for (const [pattern, told] of kinds) {
    const match = pattern.exec(error.message)
    if (match !== null) return told(match)
  }
  return {}
}
