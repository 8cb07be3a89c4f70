import { AtRest } from '#web/ui/AtRest.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { useIssuePage } from './issue-page-context.ts'
import { issueParts } from './issue-parts.ts'

/** The parts of higher floors. They are loaded after the page. */
export function IssueParts() {
  const { issue } = useIssuePage()
  return (
    <AtRest>
      {issueParts.map(({ key, label, component: Part }) => (
        <ErrorBoundary key={key} label={label} resetKey={String(issue.id)}>
          <Part />
        </ErrorBoundary>
      ))}
    </AtRest>
  )
}
