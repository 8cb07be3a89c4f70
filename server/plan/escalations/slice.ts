import './events.ts'
import { getEscalationPoliciesPage } from '#contract/plan/incidents/escalation-policies.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { hasRole } from '#server/access/levels.ts'
import { may } from '#server/access/may.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { answer, type Slice } from '#server/slice.ts'
import { escalationFields } from './fields.ts'
import { escalationFollowers } from './follow.ts'
import { pageDue } from './paging.ts'
import { ruleTargets, showPolicies } from './queries.ts'

export const escalations: Slice = {
  name: 'escalations',
  answers: [
    answer(getEscalationPoliciesPage, {
      about: projectByPath,
      ability: 'project:read-escalations',
      run: async (ctx, project) => ({
        namespace: await showHeader(ctx, project),
        permissions: {
          canAdminEscalations: may(ctx.actor, 'project:admin-escalations', project.facts),
          canPage:
            may(ctx.actor, 'project:create-incident', project.facts) && hasRole(ctx.actor, project.facts, 'developer'),
        },
        policies: await showPolicies(ctx, project.id),
        ...(await ruleTargets(ctx, project.id)),
      }),
    }),
  ],
  pages: [
    {
      name: 'escalation-policies',
      address: '/:namespace/-/escalation_policies',
      operation: getEscalationPoliciesPage,
      title: planTitles.escalationPolicies,
      module: 'plan/escalations/EscalationPoliciesPage.tsx',
    },
  ],
  fields: escalationFields,
  followers: escalationFollowers,
  plugs: { systemNoteIcons: { paged: 'bell' } },
  timedJobs: [{ name: 'page_on_call', pattern: '* * * * *', run: pageDue }],
}
