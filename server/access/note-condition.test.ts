import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from '#test/world/world.ts'
import type { IssuableFacts } from './facts.ts'
import { issuableFacts } from './issuable-facts.ts'
import { type AbilityOf, may } from './may.ts'
import { mayWithNote } from './note-condition.ts'

const abilities: readonly AbilityOf<'note'>[] = [
  'note:update',
  'note:award-emoji',
  'note:report-abuse',
  'note:resolve',
  'note:reply',
]
const cast = ['root', 'olga', 'mina', 'dan', 'rita', 'gus', 'nina', 'anon'] as const

test('PERM-002 the SQL condition for abilities on notes agrees with the rule', async () => {
  const { as, build, db, users } = await world()
  const project = await build.project({
    visibility: 'public',
    members: { [users.mina.id]: 40, [users.dan.id]: 30, [users.rita.id]: 20, [users.gus.id]: 10 },
  })
  for (const given of [{}, { locked: true }, { authorId: users.gus.id }]) {
    const issue = await build.issue({ projectId: project.id, ...given })
    const authors = [users.gus.id, users.nina.id, users.mina.id]
    for (const who of cast) {
      const { actor } = as(who).ctx
      for (const ability of abilities) {
        const { rows } = await sql<{ facts: IssuableFacts }>`select ${issuableFacts(actor, 'i', 'n')} as facts
          from issuables i join namespaces n on n.id = i.namespace_id where i.id = ${issue.id}`.execute(db)
        const noteable = rows[0]?.facts
        if (noteable === undefined) throw new Error('no facts')
        const notes = await sql<{ authorId: number; system: boolean; allowed: boolean }>`
          select x.author_id, x.system, ${mayWithNote(actor, ability, noteable, { authorId: sql`x.author_id`, system: sql`x.system` })} as allowed
          from (select a.id as author_id, s.system from unnest(${authors}::bigint[]) a(id), (values (true), (false)) s(system)) x`.execute(
          db,
        )
        expect(notes.rows).toHaveLength(6)
        for (const { allowed, ...note } of notes.rows)
          expect([who, ability, note, allowed]).toEqual([
            who,
            ability,
            note,
            may(actor, ability, { noteable, internal: false, ...note }),
          ])
      }
    }
  }
})
