import type { World } from '#test/world/world.ts'

export const fresh = { username: 'ada', name: 'Ada', email: 'ada@weft.test', password: 'warp and weft' }

/** Give rita an issue, a comment and a reaction in the project. */
export async function writings({ db, project, users }: World) {
  const issue = await db
    .insertInto('issuables')
    .values({ namespaceId: project.id, type: 'issue', iid: 1, title: 'Loose end', authorId: users.rita.id, upvotes: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const note = await db
    .insertInto('notes')
    .values({
      namespaceId: project.id,
      issuableId: issue.id,
      discussionId: 'a'.repeat(40),
      authorId: users.rita.id,
      body: 'Hm',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('awardEmoji').values({ issuableId: issue.id, userId: users.rita.id, name: 'thumbsup' }).execute()
  return { issueId: issue.id, noteId: note.id }
}
