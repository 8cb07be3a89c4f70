import { sql } from 'kysely'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { type Member, world } from '#test/world/world.ts'

type World = Awaited<ReturnType<typeof world>>

/**
 * A world with a second project beside weft/loom: weft/shuttle, in which dan and rita are reporters and gus is a guest.
 */
export async function scene(options: Parameters<typeof world>[0] = {}) {
  const w = await world(options)
  const { rows } = await sql<{ id: number; fullPath: string; fullName: string; ancestorIds: number[] }>`
    select id, full_path, full_name, ancestor_ids from namespaces where id = ${w.group.id}`.execute(w.db)
  const parent = rows[0]
  if (parent === undefined) throw new Error('the group is missing')
  const { dan, rita, gus, mina } = w.users
  const members = { [dan.id]: 20, [rita.id]: 20, [gus.id]: 10, [mina.id]: 40 }
  const shuttle = await w.build.project({ path: 'shuttle', parent, members })
  return { ...w, shuttle, parent }
}

export const notesOf = (who: Member, { as }: Pick<World, 'as'>, ref: { id: number; issueIid: number }) =>
  as(who).call(issueDiscussion.listNotes, { ...ref, sort: 'asc', orderBy: 'created_at', perPage: 100 })
