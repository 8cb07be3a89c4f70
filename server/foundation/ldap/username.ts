import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { usernameProblems } from '#server/foundation/users/creation/username.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** The length of usernames made here, so that a number still fits after them. */
const maxLength = 200

/**
 * A name of the directory as the beginning of a username: without the domain of an address, without accents, and any
 * other sign that usernames cannot have as a hyphen.
 */
export function cleanUsername(uid: string): string {
  const cleaned = uid
    .replace(/(.)@.*$/, '$1')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, maxLength)
    .replace(/(?:[-.]+|\.(?:git|atom|json))+$/i, '')
  return usernameProblems(cleaned).length === 0 ? cleaned : `user-${cleaned}`.replace(/-+$/, '')
}

/** Usernames for a name of the directory that no user, group or former path has, the nicest first. */
export async function freeUsernames(db: Db, uid: string): Promise<readonly string[]> {
  const start = cleanUsername(uid)
  const random = `${start}-${randomBytes(4).toString('hex')}`
  const wanted = [start, ...Array.from({ length: 20 }, (_, at) => `${start}${at + 1}`), random]
  const { rows } = await sql<{ name: string }>`
    select wanted.name from unnest(${wanted}::text[]) with ordinality as wanted(name, place)
    where not exists (select 1 from users u where lower(u.username) = lower(wanted.name))
      and not exists (select 1 from namespaces n where lower(n.full_path) = lower(wanted.name))
      and not exists (select 1 from redirects r where r.path = lower(wanted.name))
    order by wanted.place`.execute(db)
  return rows.map(({ name }) => name).filter(name => usernameProblems(name).length === 0)
}
