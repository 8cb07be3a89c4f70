import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** A value or null. */
export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** One of some words. */
export function Words<const W extends readonly string[]>(words: W) {
  return Type.Unsafe<W[number]>({ type: 'string', enum: words })
}

/** Words joined by commas in a query, or a list in JSON. */
export const CommaList = Type.Unsafe<readonly string[]>({ type: 'array', items: { type: 'string' }, comma: true })

/** Numbers as `ids[]=1&ids[]=2`, or a list in JSON. */
export const Ids = Type.Array(Type.Integer())

/** A number, or the words `None` and `Any`, in any case. */
export const IdOrWord = Type.Unsafe<number | string>({ type: ['integer', 'string'] })

/** The largest number of a column that holds no id. */
export const largestInteger = 2_147_483_647

/** The least access level to look for. */
export const LeastLevel = Type.Integer({ minimum: 0, maximum: 60 })

/** A moment: ISO 8601 with milliseconds, UTC. */
export const DateTime = Type.Unsafe<string>({ type: 'string', format: 'date-time' })

/** A moment, a day (`2026-01-31`), or a day by its distance from today: `today`, `-7d`, `+2w`. See `plan/lists/when-words.ts`. */
export const When = Type.Unsafe<string>({ type: 'string', format: 'when', maxLength: 100 })

/** IANA name, such as `Europe/Berlin`. */
export const TimeZone = Type.Unsafe<string>({ type: 'string', format: 'time-zone', maxLength: 60 })

/** A day: yyyy-mm-dd. */
export const Day = Type.Unsafe<string>({ type: 'string', format: 'date' })

/** A project or group in an address: its numeric id or its full path. */
export const NamespaceRef = Type.Unsafe<number | string>({ type: ['integer', 'string'] })

/** A file of a multipart body, received into a temporary file that goes when the request ends. */
export interface UploadedFile {
  readonly filename: string
  readonly mediaType: string
  readonly path: string
  readonly sizeBytes: number
}
export const FileUpload = Type.Unsafe<UploadedFile>({ type: 'string', format: 'binary' })

/** The whole body of a request, a JSON document, received into a temporary file; or a file of a multipart body. */
export const BodyFile = Type.Unsafe<UploadedFile>({ type: 'string', format: 'binary', isBody: true })

/** A long text of a request, already as the bytes it stands for. */
export interface ReceivedText {
  readonly bytes: Uint8Array
  readonly wasBase64: boolean
  readonly isSound: boolean
}
/** The avatar as given: a file sets it, an empty text or null removes it, undefined leaves it. */
export type AvatarChange = UploadedFile | '' | string | null | undefined
/** An avatar file; an empty string or null removes the current avatar. */
export const AvatarInput = Type.Optional(Type.Union([FileUpload, Type.String({ maxLength: 0 }), Type.Null()]))

/** The content of a file: a text, of any length. */
export const FileContent = Type.Unsafe<string | ReceivedText>({ type: 'string', format: 'content' })

/** A JSON value that the contract does not look into. */
export const AnyJson = Type.Unsafe<unknown>({})

/** An object whose keys are data, and stay as they are on the wire. */
export function Dictionary<T extends TSchema>(values: T) {
  return Type.Unsafe<Readonly<Record<string, Static<T>>>>({ type: 'object', additionalProperties: values })
}

/** A file as it comes. */
export const Bytes = Type.Unsafe<string>({ type: 'string', format: 'binary' })

/** No body. */
export const Empty = Type.Unsafe<undefined | null>({ type: 'null' })

/** The precondition of a delete: refused when the record changed after that moment. An HTTP date, as a header. */
export const Unmodified = {
  ifUnmodifiedSince: Type.Optional(Type.Unsafe<string>({ type: 'string', header: 'If-Unmodified-Since' })),
}

/** Rows on a page of a list, where the request does not say. */
export const defaultPerPage = 20
/** Most rows on a page of a list. Requests for more get this many. */
export const maxPerPage = 100

const moment = Type.Optional(DateTime)
/** The bounds of lists by the time of creation, and by that of the last change. */
export const CreatedBetween = { createdAfter: moment, createdBefore: moment }
export const UpdatedBetween = { updatedAfter: moment, updatedBefore: moment }

/** The paging parameters of every list in the API. */
export const Page = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: largestInteger, default: 1 })),
  perPage: Type.Optional(Type.Integer({ minimum: 1, default: defaultPerPage })),
}

export const visibilities = ['private', 'internal', 'public'] as const
export type Visibility = (typeof visibilities)[number]

/** Values the caller saw in the fields it changes. If one has changed since, the update fails with 409. */
export const Expected = <Fields extends TProperties>(fields: Fields) => Type.Optional(Type.Object(fields))
