import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import { onDemand } from '#web/ui/on-demand.tsx'

const DeployedIssue = onDemand(() => import('./WhereDeployed.tsx').then(module => module.DeployedIssue), {
  holdsKeys: false,
})

/** The environments that have an issue's merge requests, on its page, for those who can see environments. */
export function DeployedOnIssue() {
  const { namespace, issue } = useIssuePage()
  const isShown = namespace.offers.environments && namespace.hasCommits !== false
  return isShown && <DeployedIssue namespace={namespace.fullPath} iid={issue.iid} />
}
