import { TrashIcon } from '@primer/octicons-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { RefKind } from '#contract/code/ref-kinds.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import type { CodePlace } from '../shapes.ts'
import { treeHref } from '../shared/addresses.ts'
import rows from '../shared/Rows.module.css'
import { RefCommit } from './RefCommit.tsx'
import { RemoveRefDialog } from './RemoveRefDialog.tsx'
import styles from './refs.module.css'

interface RefRowProps {
  readonly kind: RefKind
  readonly place: CodePlace
  readonly name: string
  readonly icon: ReactNode
  readonly badges?: ReactNode
  readonly message?: string
  readonly commit: ComponentProps<typeof RefCommit>['commit']
  readonly actions: ReactNode
  readonly canDelete: boolean
  /** Says before it is deleted what is lost. */
  readonly warning: ReactNode
}

/** A branch or a tag: its name, its last commit, and its actions. */
export function RefRow(props: RefRowProps) {
  const { kind, place, name, icon, badges, message = '', commit, actions, canDelete, warning } = props
  const [isLeaving, setLeaving] = useState(false)
  return (
    <li className={rows.row}>
      <span className={styles.icon}>{icon}</span>
      <div className={styles.words}>
        <div className={styles.line}>
          <TextLink
            tone="plain"
            href={`${treeHref(place, name)}${kind === 'tag' ? '?ref_type=tags' : ''}`}
            data-ref
            title={visibleName(name)}
            className={styles.name}
          >
            <NameText name={name} />
          </TextLink>
          {badges}
        </div>
        {message !== '' && <p className={styles.message}>{message}</p>}
        <RefCommit place={place} commit={commit} />
      </div>
      <div className={styles.actions}>
        {actions}
        {canDelete && (
          <IconButton
            label={`Delete ${visibleName(name)}`}
            icon={<TrashIcon />}
            size="s"
            variant="danger-quiet"
            onClick={() => setLeaving(true)}
          />
        )}
      </div>
      {isLeaving && (
        <RemoveRefDialog kind={kind} place={place} name={name} onClose={() => setLeaving(false)}>
          {warning}
        </RemoveRefDialog>
      )}
    </li>
  )
}
