import { PeopleIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { LinkLike } from '../values.tsx'
import { listNames, participantsShown } from './people.ts'
import styles from './widgets.module.css'

/** @source PARTIC-001..004 */
export function ParticipantsWidget() {
  const { issuable } = useIssuable()
  const [isWhole, setWhole] = useState(false)
  const { participants, participantsCount } = issuable
  const rest = participantsCount - participantsShown
  return (
    <SidebarField
      label={participantsCount === 1 ? '1 Participant' : `${participantsCount} Participants`}
      icon={<PeopleIcon />}
      summary={participantsCount}
      foldedHint={listNames(participants.map(person => person.name))}
    >
      <div className={styles.column}>
        <ul className={styles.faces}>
          {(isWhole ? participants : participants.slice(0, participantsShown)).map(person => (
            <li key={person.id}>
              <Tooltip text={person.name} labels>
                <Anchor href={`/${person.username}`} aria-label={person.name} className={styles.face}>
                  <Avatar {...person} sizePx={24} named={false} />
                </Anchor>
              </Tooltip>
            </li>
          ))}
        </ul>
        {rest > 0 && (
          <LinkLike onPress={() => setWhole(!isWhole)}>{isWhole ? '- show less' : `+ ${rest} more`}</LinkLike>
        )}
      </div>
    </SidebarField>
  )
}
