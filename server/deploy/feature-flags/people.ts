import { sql } from 'kysely'

/** A person beside a flag. */
export interface FlagPerson {
  readonly username: string
  readonly name: string
  readonly path: string
}

/** A person as JSON, over a row of `users`; null where there is none. */
export const personSql = (alias: string) => {
  const u = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<FlagPerson | null>`case when ${u('id')} is not null then
    json_build_object('username', ${u('username')}, 'name', ${u('name')}, 'path', '/' || ${u('username')}) end`
}
