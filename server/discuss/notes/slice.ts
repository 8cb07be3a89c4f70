import { purgeNoteAnswers } from './purges/purge-answers.ts'
import { purgeDeletedNotes } from './purges/purge-deleted.ts'
import './events.ts'
import { pollNotes } from '#contract/discuss/discussion-page.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import type { TopicKind } from '#contract/live-topics.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { noteableById } from '#server/discuss/noteables/noteable.ts'
import type { Slice } from '#server/slice.ts'
import { notesFields } from './fields/fields.ts'
import { noteMutations } from './fields/mutations.ts'
import { noteFields } from './fields/note-fields.ts'
import { noteableTypeFields } from './fields/noteable-type.ts'
import { positionFields } from './fields/position-fields.ts'
import { noteSubscriptions } from './fields/subscriptions.ts'
import { notesFollowers } from './follow.ts'
import { discussionIcons } from './history/system-note-icons.ts'
import { notePageAnswers } from './page/page-answers.ts'

export const notes: Slice = {
  name: 'notes',
  fields: () => {
    notesFields()
    noteMutations()
    noteFields()
    positionFields()
    noteableTypeFields()
    noteSubscriptions()
  },
  answers: notePageAnswers,
  carried: [pollNotes],
  followers: notesFollowers,
  plugs: { systemNoteIcons: discussionIcons },
  topics: Object.fromEntries(
    Object.values(issuableKinds).map(({ series }) => [
      `${series}-internal` satisfies TopicKind,
      async (ctx: Context, id: number) =>
        (await loadIfAllowed(ctx, 'issuable:read-internal-notes', noteableById, id)) !== null,
    ]),
  ),
  timedJobs: [
    { name: 'purge_deleted_notes', pattern: '27 3 * * *', run: purgeDeletedNotes },
    { name: 'purge_note_answers', pattern: '31 3 * * *', run: purgeNoteAnswers },
  ],
}
