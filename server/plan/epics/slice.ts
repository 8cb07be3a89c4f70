import { sql } from 'kysely'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { epicDiscussion, epicDiscussionPage } from '#contract/plan/epics/epic-discussion.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { noteableAnswers } from '#server/discuss/noteable-answers.ts'
import { groupByRef } from '#server/foundation/namespaces/find-group.ts'
import { epicKind } from '#server/plan/issuables/parents.ts'
import type { Slice } from '#server/slice.ts'
import { epicAnswers } from './answers.ts'
import { epicChanger } from './changer.ts'
import { epicLinkAnswers } from './epic-links.ts'
import { epicFields } from './fields/fields.ts'
import { epicById } from './find.ts'
import { epicMutations } from './mutations.ts'
import { epicPageAnswers } from './page/answers.ts'
import { epicExport } from './page/export.ts'
import { epicPages, linkedEpics } from './page/pages.ts'
import { epicJoins, epicJson } from './present.ts'
import { epicQuickActions } from './quick-actions.ts'

export const epics: Slice = {
  name: 'epics',
  fields: () => {
    epicFields()
    epicMutations()
  },
  answers: [
    ...epicAnswers,
    ...epicLinkAnswers,
    ...epicPageAnswers,
    ...noteableAnswers(issuableKinds.epic, epicDiscussion, epicDiscussionPage),
  ],
  pages: epicPages,
  pageParts: linkedEpics,
  topics: {
    epic: async (ctx, id) => (await loadIfAllowed(ctx, 'issuable:read', epicById, { id })) !== null,
    epics: async (ctx, id) => (await loadIfAllowed(ctx, 'group:read-epics', groupByRef, { id })) !== null,
    'group-epics': async (ctx, id) => (await loadIfAllowed(ctx, 'group:read-epics', groupByRef, { id })) !== null,
  },
  plugs: {
    noteables: [issuableKinds.epic],
    todoTargets: [
      {
        series: 'epic',
        json: ctx => sql`(select (${epicJson(ctx)})::json from issuables i ${epicJoins} where i.id = t.issuable_id)`,
      },
    ],
    changers: [epicChanger],
    listExports: [epicExport],
    quickActions: epicQuickActions,
    referenceKinds: [epicKind],
    systemNoteIcons: { epic_issue_added: 'issues', epic_issue_removed: 'issues', promoted: 'epic' },
  },
}
