import './events.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import type { TopicKind } from '#contract/live-topics.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { Slice } from '#server/slice.ts'
import { notesFields } from './fields.ts'
import { notesFollowers } from './follow.ts'
import { noteMutations } from './mutations.ts'
import { noteFields } from './note-fields.ts'
import { noteableById } from './noteable.ts'
import { noteableTypeFields } from './noteable-type.ts'
import { notePageAnswers } from './page-answers.ts'
import { noteSubscriptions } from './subscriptions.ts'

export const notes: Slice = {
  name: 'notes',
  fields: () => {
    notesFields()
    noteMutations()
    noteFields()
    noteableTypeFields()
    noteSubscriptions()
  },
  answers: notePageAnswers,
  followers: notesFollowers,
  topics: Object.fromEntries(
    Object.values(issuableKinds).map(({ series }) => [
      `${series}-internal` satisfies TopicKind,
      async (ctx: Context, id: number) =>
        (await loadIfAllowed(ctx, 'issuable:read-internal-notes', noteableById, id)) !== null,
    ]),
  ),
}
