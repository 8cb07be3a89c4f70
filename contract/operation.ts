import { type Static, type TObject, type TSchema, Type } from 'typebox'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The contract of one call between server and web.
 *
 * `input` holds everything that the caller may send: the names that occur as `:name` in `path` come from the address,
 * the rest from query and body, which the contract treats alike. Names are camelCase here and snake_case on the wire.
 */
export interface Operation<Input extends TObject = TObject, Reply extends TSchema = TSchema> {
  readonly name: string
  readonly method: Method
  /** `api`: under /api/v4, by token or session. `browser`: outside it, by session, with a CSRF token. */
  readonly door: 'api' | 'browser'
  /** Pages poll it, so an unchanged answer is a 304 without a body. All reads at the door `api` are answered this way. */
  readonly isPolled: boolean
  /** Begins with a slash; `:id` segments are URL-encoded on the wire, so a full path fits into one. */
  readonly path: string
  readonly input: Input
  readonly reply: Reply
  /** The status of success. A use case may answer another one by `status(...)`. */
  readonly status: number
  /** One sentence for the API page. */
  readonly summary: string
  readonly tag: string
}

export type InputOf<Op> = Op extends Operation<infer Input, TSchema> ? Static<Input> : never
export type ReplyOf<Op> = Op extends Operation<TObject, infer Reply> ? Static<Reply> : never

const successOf: Record<Method, number> = { GET: 200, HEAD: 200, POST: 201, PUT: 200, PATCH: 200, DELETE: 204 }

interface Declared<Input extends TObject, Reply extends TSchema> {
  readonly name: string
  readonly summary: string
  /** The tag, if it is not the file's. */
  readonly tag?: string
  /** Method and path, as in `GET /projects/:id/issues`. */
  readonly at: `${Method} /${string}`
  /** Left out where the caller sends nothing. */
  readonly input?: Input
  readonly reply: Reply
  /** The verb's unless said: 201 for POST, 204 for DELETE, else 200. */
  readonly status?: number
  /** Follows from the path unless said: addresses below `/-/` and those with a `:namespace` are the browser's. */
  readonly door?: 'api' | 'browser'
  readonly isPolled?: true
}

/** The function that declares the operations of a tag. */
export const operationsOf =
  (tag: string) =>
  <Reply extends TSchema, Input extends TObject = TObject<Record<never, never>>>(
    declared: Declared<Input, Reply>,
  ): Operation<Input, Reply> => {
    const space = declared.at.indexOf(' ')
    // The template type of `at` holds the method before the first space.
    const method = declared.at.slice(0, space) as Method
    const path = declared.at.slice(space + 1)
    return {
      name: declared.name,
      summary: declared.summary,
      tag: declared.tag ?? tag,
      method,
      path,
      door: declared.door ?? (/^\/-\/|\/:namespace(?:\/|$)/.test(path) ? 'browser' : 'api'),
      isPolled: declared.isPolled ?? false,
      // `Input` is the empty object if no input is declared.
      input: declared.input ?? (Type.Object({}) as TObject as Input),
      reply: declared.reply,
      status: declared.status ?? successOf[method],
    }
  }
