import { sql } from 'kysely'
import type { Db } from '#server/platform/sql/database.ts'

/** The cast's name says the role: olga owner, mina maintainer, dan developer, rita reporter, gus guest, nina no member. */
export type Member = 'olga' | 'mina' | 'dan' | 'rita' | 'gus' | 'nina'

const levels: Readonly<Record<Member, number | null>> = { olga: 50, mina: 40, dan: 30, rita: 20, gus: 10, nina: null }

interface CastUser {
  readonly id: number
  readonly username: string
  readonly name: string
}

export interface Populated {
  readonly users: Readonly<Record<Member | 'root', CastUser>>
  readonly group: { readonly id: number; readonly fullPath: string }
  readonly project: { readonly id: number; readonly fullPath: string }
}

/** Make the cast, the group weft and its private project weft/loom with a member of each role. */
export async function populate(db: Db): Promise<Populated> {
  const names = [...Object.keys(levels), 'root']
  const users = await db
    .insertInto('users')
    .values(
      names.map(username => ({
        username: `${username}`,
        name: username.charAt(0).toUpperCase() + username.slice(1),
        email: `${username}@weft.test`,
        isAdmin: username === 'root',
        confirmedAt: sql<string>`now()`,
      })),
    )
    .returning(['id', 'username', 'name'])
    .execute()
  const byName = Object.fromEntries(users.map(user => [user.username, user])) as Record<Member | 'root', CastUser>
  await sql`with made as (
      insert into namespaces (kind, owner_id, name, path, full_path, full_name, ancestor_ids, visibility)
      select 'user', u.id, u.name, u.username, u.username, u.name, '{}', 'public' from users u where u.id = any (${users.map(user => user.id)})
      returning id, owner_id
    )
    insert into members (namespace_id, user_id, access_level) select id, owner_id, 50 from made`.execute(db)
  await sql`update namespaces set ancestor_ids = array[id] where kind = 'user' and ancestor_ids = '{}'`.execute(db)
  const group = await addNamespace(db, {
    kind: 'group',
    path: 'weft',
    name: 'Weft',
    parent: null,
    visibility: 'private',
  })
  await db.insertInto('groups').values({ id: group.id }).execute()
  const project = await addNamespace(db, {
    kind: 'project',
    path: 'loom',
    name: 'Loom',
    parent: group,
    visibility: 'private',
  })
  await db.insertInto('projects').values({ id: project.id }).execute()
  await db
    .insertInto('members')
    .values(
      Object.entries(levels).flatMap(([name, level]) =>
        level === null ? [] : [{ namespaceId: project.id, userId: byName[name as Member].id, accessLevel: level }],
      ),
    )
    .execute()
  return { users: byName, group, project }
}

interface NewNamespace {
  readonly kind: 'group' | 'project'
  readonly path: string
  readonly name: string
  readonly parent: {
    readonly id: number
    readonly fullPath: string
    readonly fullName: string
    readonly ancestorIds: readonly number[]
  } | null
  readonly visibility: 'private' | 'internal' | 'public'
}

/** A group's or project's row in the tree; the caller adds the row of its kind. */
export async function addNamespace(db: Db, given: NewNamespace) {
  const { kind, path, name, parent, visibility } = given
  const fullPath = parent === null ? path : `${parent.fullPath}/${path}`
  const fullName = parent === null ? name : `${parent.fullName} / ${name}`
  const row = await db
    .insertInto('namespaces')
    .values({ kind, path, name, fullPath, fullName, visibility, parentId: parent?.id ?? null, ancestorIds: [] })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ancestorIds = [...(parent?.ancestorIds ?? []), row.id]
  await db.updateTable('namespaces').set({ ancestorIds }).where('id', '=', row.id).execute()
  return { id: row.id, fullPath, fullName, ancestorIds }
}
