import { type RawBuilder, sql } from 'kysely'
import * as contract from '#contract/code/commits/commit-discussion.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import { draftPageAnswers } from '#server/discuss/draft-notes/page-answers.ts'
import { findersOf } from '#server/discuss/noteables/noteable.ts'
import { stored } from '#server/discuss/noteables/unstored.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { noteAnswers } from '#server/discuss/notes/answers.ts'
import { createNote } from '#server/discuss/notes/create.ts'
import { discussionPageAnswers } from '#server/discuss/notes/page/page-answers.ts'
import { awardAnswers, awardPageAnswers } from '#server/discuss/reactions/answers.ts'
import { readMarkAnswers } from '#server/discuss/read-marks/answers.ts'
import { subscriptionAnswers } from '#server/discuss/subscriptions/answers.ts'
import { userBasicJson } from '#server/foundation/users/present.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer, pageOfJson, Reply } from '#server/slice.ts'
import { positionOfLine } from './check.ts'

const n = columnsOf('notes', 'n')

const kind = issuableKinds.commit
const { noteableOfApi } = findersOf(kind)
const { commitDiscussion, commitDiscussionPage } = contract

export const commitNoteAnswers: readonly Answer[] = [
  ...noteAnswers(kind, commitDiscussion),
  ...awardAnswers(kind, commitDiscussion),
  ...discussionPageAnswers(kind, commitDiscussionPage),
  ...draftPageAnswers(kind, commitDiscussionPage),
  ...awardPageAnswers(kind, commitDiscussionPage),
  ...readMarkAnswers(kind, commitDiscussionPage),
  ...subscriptionAnswers(kind, commitDiscussionPage),
  answer(contract.listCommitComments, {
    about: noteableOfApi,
    ability: 'issuable:read',
    run: (ctx, noteable, input) =>
      pageOfJson<never>(ctx, input, {
        item: commentJson(ctx),
        matching: sql`${comments} where n.issuable_id = ${noteable.id} and not n.system and ${visibleNotes(ctx.actor, 'n', null)}`,
        order: sql`n.created_at, n.id`,
      }),
  }),
  answer(contract.createCommitComment, {
    about: noteableOfApi,
    ability: 'issuable:comment',
    transaction: 'own',
    run: async (ctx, found, { note: body, path, line, lineType }) => {
      const noteable = await stored(ctx, found)
      const position =
        path === undefined || line === undefined
          ? null
          : await positionOfLine(ctx, noteable, { path, line, side: lineType ?? 'new' })
      const written = await createNote(ctx, noteable, {
        body,
        as: position === null ? 'single' : { position, commitId: null },
      })
      if (written.kind === 'commands') {
        const { outcome, changes } = written
        const summary = [...outcome.done, ...outcome.refused]
        return new Reply<never>(202, new RawJson(JSON.stringify({ commands_changes: changes, summary })))
      }
      const { rows } = await sql<{ shown: string }>`
        select ${commentJson(ctx)}::text as shown from ${comments} where n.id = ${written.noteId}`.execute(ctx.db)
      return new RawJson(rows[0]?.shown ?? 'null')
    },
  }),
]

const comments: RawBuilder<unknown> = sql`notes n join users author on author.id = n.author_id
  left join notes first on first.discussion_id = n.discussion_id and first.issuable_id = n.issuable_id and n.type = 'DiffNote'
    and exists (select 1 from note_positions fp where fp.note_id = first.id)
  left join note_positions p on p.note_id = first.id`

const commentJson = ({ services: { settings } }: Context) =>
  object({
    note: sql`n.body`,
    path: sql`case when p.position_type = 'text' and p.new_line is null then p.old_path else p.new_path end`,
    line: sql`coalesce(p.new_line, p.old_line)`,
    line_type: sql`case when p.new_line is not null then 'new' when p.old_line is not null then 'old' end`,
    author: userBasicJson(settings, 'author'),
    ...n.moments('createdAt'),
  })
