import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'

const texts = new ByteCache<string, { readonly sql: RawBuilder<string>; readonly sizeChars: number }>({
  name: 'frozen_texts',
  maxBytes: 4 * 1024 * 1024,
  sizeOf: ({ sizeChars }, key) => (sizeChars + key.length) * 2,
})

/**
 * A part of a statement that is always the same, compiled once: putting the text of an issue's JSON together anew for each
 * request costs the server more than the database takes to answer.
 *
 * @param key  names the part, with everything its text depends on
 * @throws Error  the part holds a value
 */
export function frozen(ctx: Context, key: string, build: () => RawBuilder<unknown>): RawBuilder<string> {
  const known = texts.get(key)
  if (known !== undefined) return known.sql
  const compiled = build().compile(ctx.db)
  if (compiled.parameters.length > 0) throw new Error(`${key} is not constant, because it contains a value`)
  const text = sql.raw<string>(compiled.sql)
  texts.set(key, { sql: text, sizeChars: compiled.sql.length })
  return text
}
