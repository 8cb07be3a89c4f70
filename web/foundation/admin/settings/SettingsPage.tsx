import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { siteTopic } from '#contract/live-topics.ts'
import { getApplicationSettings } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { AdminFrame } from '../AdminFrame.tsx'
import { groups } from './groups.tsx'
import { SettingsGroup } from './SettingsGroup.tsx'

/** @source PREMIUM-039, PREMIUM-040 */
export function SettingsPage() {
  const { data: settings } = useReading(getApplicationSettings, {}, { topics: () => [siteTopic] })
  return (
    <AdminFrame active="settings" title={foundationTitles.settings} detail="Settings for all users of this site.">
      {settings && groups.map(group => <SettingsGroup key={group.title} group={group} settings={settings} />)}
    </AdminFrame>
  )
}
