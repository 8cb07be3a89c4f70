import type { PlaceKind } from '#contract/foundation/places.ts'
import { codeReviewsPath, deliveryPath, valueStreamsPath } from '#contract/insights/insight-paths.ts'
import { insightTitles } from '#contract/insights/page-titles.ts'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import styles from './figures.module.css'

interface InsightTabsProps {
  readonly kind: PlaceKind
  readonly namespace: { readonly fullPath: string; readonly offers: { readonly mergeRequests: boolean } }
  readonly active: keyof typeof insightTitles
}

/** The pages of insights of a project or group. */
export function InsightTabs({ kind, namespace: { fullPath, offers }, active }: InsightTabsProps) {
  const tabs = [
    { key: 'valueStreams', label: insightTitles.valueStreams, href: valueStreamsPath(kind, fullPath) },
    { key: 'delivery', label: insightTitles.delivery, href: deliveryPath(kind, fullPath) },
    ...(kind === 'project' && offers.mergeRequests
      ? [{ key: 'codeReviews', label: insightTitles.codeReviews, href: codeReviewsPath(fullPath) }]
      : []),
  ]
  return (
    <div className={styles.tabs}>
      <LinkTabs label="Insights" tabs={tabs} active={active} />
    </div>
  )
}
