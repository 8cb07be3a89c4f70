import { world } from '#test/world/world.ts'

export const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Seven issues that differ in everything a list can be asked for. Titles are one letter each. */
export async function dataset() {
  const made = await world()
  const { build, users, db } = made
  const bug = await build.label({ title: 'bug', priority: 1 })
  const docs = await build.label({ title: 'docs', priority: 5 })
  const current = await build.milestone({ title: 'v1', startDate: day(-10), dueDate: day(10) })
  const coming = await build.milestone({ title: 'v2', startDate: day(20), dueDate: day(40) })
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const a = await build.issue({
    title: 'a',
    labelIds: [bug.id],
    milestoneId: current.id,
    assigneeIds: [users.dan.id],
    weight: 3,
    upvotes: 5,
    dueDate: day(0),
    createdAt: at(7),
    updatedAt: at(1),
  })
  const b = await build.issue({
    title: 'b',
    labelIds: [docs.id],
    milestoneId: coming.id,
    assigneeIds: [users.mina.id, users.dan.id],
    weight: 1,
    dueDate: day(1),
    createdAt: at(6),
  })
  const c = await build.issue({
    title: 'c',
    labelIds: [bug.id, docs.id],
    authorId: users.dan.id,
    dueDate: day(-3),
    createdAt: at(5),
    updatedAt: at(2),
  })
  const d = await build.issue({ title: 'd', state: 'closed', weight: 0, createdAt: at(4) })
  const e = await build.issue({ title: 'e', confidential: true, authorId: users.mina.id, createdAt: at(3) })
  const f = await build.issue({
    title: 'f',
    type: 'incident',
    description: 'The shuttle is stuck',
    upvotes: 2,
    createdAt: at(2.5),
  })
  const g = await build.issue({ title: 'g', hidden: true, createdAt: at(2) })
  await db.insertInto('awardEmoji').values({ issuableId: b.id, userId: users.rita.id, name: 'heart' }).execute()
  return { ...made, issues: { a, b, c, d, e, f, g }, bug, docs, current, coming }
}

export type Asked = Readonly<Record<string, unknown>>

export const titlesOf = (body: unknown): string =>
  (body as readonly { readonly title: string }[]).map(issue => issue.title).join('')
