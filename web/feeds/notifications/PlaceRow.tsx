import { BellSlashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { ListRow } from '#web/ui/layout/List.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { EventsDialog } from './EventsDialog.tsx'
import styles from './NotificationsPage.module.css'
import { type Level, labelOf, levels, type PlaceChoice, switchedOff } from './notification-levels.ts'
import { savePlace } from './save-choice.ts'

export function PlaceRow({ place }: { readonly place: PlaceChoice }) {
  const [isChoosing, setChoosing] = useState(false)
  const { level } = place
  return (
    <ListRow
      leading={<Avatar {...place} sizePx={32} shape="square" named={false} />}
      title={
        <TextLink href={`/${place.kind === 'group' ? 'groups/' : ''}${place.fullPath}`}>{place.fullName}</TextLink>
      }
      detail={
        place.emailsEnabled ? (
          <span>{place.kind === 'group' ? 'Group' : 'Project'}</span>
        ) : (
          <span className={styles.off}>
            <BellSlashIcon size={12} /> {switchedOff}
          </span>
        )
      }
      trailing={
        <span className={styles.choice}>
          {level === 'custom' && (
            <Button size="s" onClick={() => setChoosing(true)}>
              Events…
            </Button>
          )}
          <Select
            size="s"
            aria-label={`Notification level for ${place.fullName}`}
            disabled={!place.emailsEnabled}
            value={level}
            options={[
              { value: 'global', label: `Global (${labelOf(place.inherited)})` },
              ...levels.map(({ value, label }) => ({ value, label })),
            ]}
            onChange={({ target: { value } }) => {
              const chosen: Level | undefined =
                value === 'global' ? 'global' : levels.find(each => each.value === value)?.value
              if (chosen === undefined) return
              savePlace(place, { level: chosen })
              if (chosen === 'custom') setChoosing(true)
            }}
          />
          {isChoosing && (
            <EventsDialog
              place={place}
              name={place.name}
              chosen={place.events ?? {}}
              onClose={() => setChoosing(false)}
            />
          )}
        </span>
      }
    />
  )
}
