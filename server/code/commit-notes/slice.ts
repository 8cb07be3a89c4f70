import { sql } from 'kysely'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { noteableById } from '#server/discuss/noteables/noteable.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { issueJson } from '#server/plan/issues/present.ts'
import type { Slice } from '#server/slice.ts'
import { commitNoteAnswers } from './answers.ts'
import { checkInCommit } from './check.ts'
import { commitNoteables } from './noteable.ts'
import { commitQuickActions } from './quick-actions.ts'

export const commitNotes: Slice = {
  name: 'commit-notes',
  answers: commitNoteAnswers,
  topics: {
    commit: async (ctx, id) => (await loadIfAllowed(ctx, 'issuable:read', noteableById, id)) !== null,
    commits: async (ctx, id) => (await loadIfAllowed(ctx, 'project:read-code', projectByRef, { id })) !== null,
  },
  plugs: {
    noteables: [issuableKinds.commit],
    todoTargets: [{ series: 'commit', json: ctx => sql`(${issueJson(ctx)})::json` }],
    unstoredNoteables: [commitNoteables],
    positionChecks: [{ type: 'commit', check: checkInCommit }],
    quickActions: commitQuickActions,
  },
}
