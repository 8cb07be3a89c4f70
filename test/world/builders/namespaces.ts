import { addNamespace } from '../cast.ts'
import type { BuilderParts } from './builders.ts'

let made = 0

interface NewPlace {
  readonly path?: string
  readonly visibility?: 'private' | 'internal' | 'public'
  readonly parent?: Awaited<ReturnType<typeof addNamespace>>
  /** Roles by user id. */
  readonly members?: Readonly<Record<number, number>>
}

export function namespaceBuilders({ db }: BuilderParts) {
  const place = async (kind: 'group' | 'project', given: NewPlace) => {
    made += 1
    const path = given.path ?? `${kind}-${made}`
    const row = await addNamespace(db, {
      kind,
      path,
      name: path,
      parent: given.parent ?? null,
      visibility: given.visibility ?? 'private',
    })
    await db
      .insertInto(kind === 'group' ? 'groups' : 'projects')
      .values({ id: row.id })
      .execute()
    const members = Object.entries(given.members ?? {})
    if (members.length > 0) {
      await db
        .insertInto('members')
        .values(members.map(([userId, accessLevel]) => ({ namespaceId: row.id, userId: Number(userId), accessLevel })))
        .execute()
    }
    return row
  }
  return {
    group: (given: NewPlace = {}) => place('group', given),
    project: (given: NewPlace = {}) => place('project', given),
    /** A membership, also one that has expired. */
    member: async (given: { at: number; userId: number; level: number; expiresAt?: string }) => {
      await db
        .insertInto('members')
        .values({
          namespaceId: given.at,
          userId: given.userId,
          accessLevel: given.level,
          expiresAt: given.expiresAt ?? null,
        })
        .execute()
    },
  }
}
