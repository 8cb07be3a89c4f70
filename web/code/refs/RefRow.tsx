import { TrashIcon } from '@primer/octicons-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import type { CodePlace } from '../shapes.ts'
import { treeHref } from '../shared/addresses.ts'
import { RefCommit } from './RefCommit.tsx'
import styles from './refs.module.css'

interface RefRowProps {
  readonly place: CodePlace
  readonly name: string
  readonly icon: ReactNode
  readonly badges?: ReactNode
  readonly message?: string
  readonly commit: ComponentProps<typeof RefCommit>['commit']
  readonly actions: ReactNode
  /** The dialog that asks before it goes; null where it cannot be deleted. */
  readonly removal: ((close: () => void) => ReactNode) | null
}

/** A branch or a tag: its name, its last commit, and what can be done with it. */
export function RefRow({ place, name, icon, badges, message = '', commit, actions, removal }: RefRowProps) {
  const [isLeaving, setLeaving] = useState(false)
  return (
    <li className={styles.row}>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.words}>
        <div className={styles.line}>
          <TextLink tone="plain" href={treeHref(place, name)} data-ref className={styles.name}>
            {name}
          </TextLink>
          {badges}
        </div>
        {message !== '' && <p className={styles.message}>{message}</p>}
        <RefCommit place={place} commit={commit} />
      </div>
      <div className={styles.actions}>
        {actions}
        {removal && (
          <IconButton
            label={`Delete ${name}`}
            icon={<TrashIcon />}
            size="s"
            variant="danger-quiet"
            onClick={() => setLeaving(true)}
          />
        )}
      </div>
      {isLeaving && removal?.(() => setLeaving(false))}
    </li>
  )
}
