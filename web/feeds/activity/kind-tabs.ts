import { feedTitles } from '#contract/feeds/page-titles.ts'
import { kindNames } from './messages.ts'

/** The tabs of an activity page. */
export const kindTabs = (path: string) => [
  { key: 'all', label: 'All', href: path },
  ...kindNames.map(([key, label]) => ({ key, label, href: `${path}?kind=${key}` })),
]

/** The tab beside those of the viewer's own activity page. */
export const ownChangesTab = { key: 'changes', label: feedTitles.ownChanges, href: '/dashboard/changes' }
