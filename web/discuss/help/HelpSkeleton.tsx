import { Page } from '#web/ui/layout/Page.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'

export function HelpSkeleton() {
  return (
    <Page>
      <Skeleton rows={8} label="Loading" />
    </Page>
  )
}
