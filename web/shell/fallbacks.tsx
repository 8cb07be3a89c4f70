import { Page } from '#web/ui/layout/Page.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'

/** The placeholder of a page that brings none of its own. */
export function PageSkeleton() {
  return (
    <Page>
      <Skeleton rows={6} shape="row" label="Loading the page" />
    </Page>
  )
}

/** Loaded at rest too: a page may be out of reach. */
export const PageFailure = onDemand(() => import('./PageFailure.tsx').then(module => module.PageFailure))
