import { sql } from 'kysely'
import type { Static } from 'typebox'
import { referenceOf } from '#contract/issuable-kinds.ts'
import { getNewIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { readsContacts } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { followUpOf, followUpTexts } from '#server/discuss/notes/follow-up.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { placeHeaderJson } from '#server/foundation/namespaces/header.ts'
import { keptCount } from '#server/foundation/namespaces/kept-counts.ts'
import { issueOfAddress } from '#server/plan/issuables/find.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { type Answer, answer } from '#server/slice.ts'

export const newIssueAnswers: readonly Answer[] = [
  answer(getNewIssuePage, {
    about: projectByPath,
    ability: 'project:create-issue',
    run: async (ctx, project, input) => {
      const followUp = await followUpOf(ctx, project.id, input)
      const related = await relatedOf(ctx, input)
      const { rows } = await sql<{
        header: string
        singleAssignee: boolean
        hasContacts: boolean
      }>`select ${placeHeaderJson(ctx.services.settings, ctx.actor, project.facts, keptCount(ctx, project, 'opened'))}::text as header,
          (select sp.single_assignee from projects sp where sp.id = n.id) as single_assignee,
          ${readsContacts(ctx.actor, sql`n.ancestor_ids[1]`)} as has_contacts
        from namespaces n where n.id = ${project.id}`.execute(ctx.db)
      return {
        namespace: new RawJson(rows[0]?.header ?? 'null'),
        singleAssignee: rows[0]?.singleAssignee ?? false,
        hasContacts: rows[0]?.hasContacts ?? false,
        related,
        followUp: followUp && {
          ...followUpTexts(ctx, followUp),
          confidential: followUp.noteable.isConfidential || followUp.threads.some(thread => thread.internal),
          threads: followUp.threads.length,
          reference: referenceOf(followUp.noteable.type, followUp.noteable.iid),
        },
        permissions: {
          canCreateIssue: true,
          canSetMetadata: may(ctx.actor, 'project:set-issue-metadata', project.facts),
          canCreateIncident: may(ctx.actor, 'project:create-incident', project.facts),
          canAdminLabels: may(ctx.actor, 'project:admin-labels', project.facts),
          canAdminMilestones: may(ctx.actor, 'project:admin-milestones', project.facts),
        },
      }
    },
  }),
]

/** The issue that a new one is to be linked to; null without one, and where it is not the actor's to link. */
async function relatedOf(ctx: Context, { namespace, addRelatedIssue: iid }: Static<typeof getNewIssuePage.input>) {
  if (iid === undefined) return null
  const issue = await loadIfAllowed(ctx, 'issuable:link', issueOfAddress, { namespace, iid })
  return issue && { iid, reference: `#${iid}`, title: issue.title, confidential: issue.confidential }
}
