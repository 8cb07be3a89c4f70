import { BellIcon, BellSlashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { getGroupNotificationSettings, getProjectNotificationSettings } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import type { PlaceActionProps } from '#web/foundation/places/place-actions.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { type Level, levels } from './notification-levels.ts'
import { savePlace } from './save-choice.ts'

const EventsDialog = onDemand(() => import('./EventsDialog.tsx').then(module => module.EventsDialog))

/**
 * The viewer's notification level for this group or project, requested when the pointer or focus comes near, so that
 * the page itself requests nothing.
 */
export function NotificationBell({ place }: PlaceActionProps) {
  const { user } = useViewer()
  const [isNear, setNear] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const operation = place.kind === 'group' ? getGroupNotificationSettings : getProjectNotificationSettings
  const { data } = useReading(operation, { id: place.id }, { enabled: isNear })
  if (user === null) return null

  function choose(level: Level) {
    savePlace(place, { level })
    if (level === 'custom') setChoosing(true)
  }

  const near = () => setNear(true)
  return (
    <>
      <Menu
        label="Notification level"
        placement="bottom-end"
        trigger={
          <IconButton
            label="Notifications"
            icon={data?.level === 'disabled' ? <BellSlashIcon /> : <BellIcon />}
            variant="secondary"
            onPointerEnter={near}
            onFocus={near}
          />
        }
        items={[
          {
            kind: 'radio',
            label: 'Global',
            detail: 'Use the level of the parent group, or your global level.',
            checked: data?.level === 'global',
            onSelect: () => choose('global'),
          },
          ...levels.map(({ value, label, hint }) => ({
            kind: 'radio' as const,
            label,
            detail: hint,
            checked: data?.level === value,
            onSelect: () => choose(value),
          })),
          { kind: 'separator' },
          { kind: 'link', label: 'Notification settings', href: '/-/user_settings/notifications' },
        ]}
      />
      {isChoosing && data !== undefined && (
        <EventsDialog place={place} name={place.name} chosen={data.events ?? {}} onClose={() => setChoosing(false)} />
      )}
    </>
  )
}
