/** Every failure a use case may end with, by name. Only the doors know the status numbers. */
export type Failure =
  | Malformed
  | NotFound
  | Unauthenticated
  | Forbidden
  | Invalid
  | Conflict
  | Gone
  | TooLarge
  | RateLimited
  | Unavailable
  | NotAllowed
  | NotPaged
  | Unprocessable
  | Unchanged
  | Precondition
  | Moved

/** The base of all failures by name. */
export abstract class NamedError extends Error {
  abstract readonly kind: string
}

/** The row does not exist, or the actor may not know of it. `what` names it: "Project", "Issue". */
export class NotFound extends NamedError {
  readonly kind = 'not_found'
  readonly what: string | null
  constructor(what: string | null = null, options?: ErrorOptions) {
    super(what === null ? '404 Not found' : `404 ${what} Not Found`, options)
    this.what = what
  }
}

export class Unauthenticated extends NamedError {
  readonly kind = 'unauthenticated'
  constructor(message = '401 Unauthorized', options?: ErrorOptions) {
    super(message, options)
  }
}

export class Forbidden extends NamedError {
  readonly kind = 'forbidden'
  /** The sentence without the status before it. */
  readonly reason: string | null
  constructor(reason?: string, options?: ErrorOptions) {
    super(reason === undefined ? '403 Forbidden' : `403 Forbidden - ${reason}`, options)
    this.reason = reason ?? null
  }
}

export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** The input breaks a rule of the record: sentences by field (camelCase), or one sentence. */
export class Invalid extends NamedError {
  readonly kind = 'invalid'
  readonly fields: FieldErrors | null
  constructor(problem: FieldErrors | string, options?: ErrorOptions) {
    super(typeof problem === 'string' ? problem : sentenceOf(problem), options)
    this.fields = typeof problem === 'string' ? null : problem
  }
}

/** The input does not have the shape of the contract: "title is missing". */
export class Malformed extends NamedError {
  readonly kind = 'malformed'
}

/** The error if none of several inputs, named as on the wire, was given. */
export const noneGiven = (...names: readonly string[]): Malformed =>
  new Malformed(`${names.join(', ')} are missing, at least one parameter must be provided`)

export class Conflict extends NamedError {
  readonly kind = 'conflict'
}

export class Gone extends NamedError {
  readonly kind = 'gone'
}

export class TooLarge extends NamedError {
  readonly kind = 'too_large'
  constructor(message = '413 Request Entity Too Large', options?: ErrorOptions) {
    super(message, options)
  }
}

export class RateLimited extends NamedError {
  readonly kind = 'rate_limited'
  readonly retryAfterSeconds: number
  constructor(message: string, retryAfterSeconds = 60, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export class Unavailable extends NamedError {
  readonly kind = 'unavailable'
  readonly retryAfterSeconds: number
  constructor(message: string, options?: ErrorOptions, retryAfterSeconds = 5) {
    super(message, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The verb does not fit the state of the subject: 405. */
export class NotAllowed extends NamedError {
  readonly kind = 'not_allowed'
}

/** A list has no such pages: 405. */
export class NotPaged extends NamedError {
  readonly kind = 'not_paged'
}

/** Well formed, but cannot be done: 422. */
export class Unprocessable extends NamedError {
  readonly kind = 'unprocessable'
}

/** The request changes nothing: 304 with no body. */
export class Unchanged extends NamedError {
  readonly kind = 'unchanged'
  constructor() {
    super('304 Not Modified')
  }
}

/** The project or group has another path now: the doors send readers there, and refuse changes. */
export class Moved extends NamedError {
  readonly kind = 'moved'
  readonly id: number
  readonly fullPath: string
  readonly formerPath: string
  constructor(id: number, fullPath: string, formerPath: string) {
    super('405 Method Not Allowed')
    this.id = id
    this.fullPath = fullPath
    this.formerPath = formerPath
  }
}

/** The record changed since the moment the caller named: 412. */
export class Precondition extends NamedError {
  readonly kind = 'precondition'
  constructor() {
    super('412 Precondition Failed')
  }
}

function sentenceOf(fields: FieldErrors): string {
  return Object.entries(fields)
    .flatMap(([field, problems]) =>
      problems.map(problem => (field === 'base' ? problem : `${capital(field)} ${problem}`)),
    )
    .join(', ')
}

const capital = (word: string): string => {
  const spaced = word.replace(/([A-Z])/g, letter => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
