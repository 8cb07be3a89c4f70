import { planTitles } from '#contract/plan/page-titles.ts'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'

interface OnCallTabsProps {
  readonly fullPath: string
  readonly active: 'schedules' | 'policies' | 'pages'
}

/** The pages about who is paged. */
export const OnCallTabs = ({ fullPath, active }: OnCallTabsProps) => (
  <LinkTabs
    label={planTitles.onCall}
    active={active}
    tabs={[
      { key: 'schedules', label: 'Schedules', href: `/${fullPath}/-/oncall_schedules` },
      { key: 'policies', label: planTitles.escalationPolicies, href: `/${fullPath}/-/escalation_policies` },
      { key: 'pages', label: 'Pages', href: `/${fullPath}/-/oncall_pages` },
    ]}
  />
)
