import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import type { CodePlace } from '../../shapes.ts'
import { commitHref } from '../addresses.ts'
import styles from './CommitId.module.css'

interface CommitIdProps {
  readonly place: CodePlace
  readonly id: string
}

/** The short name of a commit: leads to its page, and copies in full. */
export function CommitId({ place, id }: CommitIdProps) {
  return (
    <span className={styles.id}>
      <TextLink tone="muted" href={commitHref(place, id)} className={styles.link}>
        <VisuallyHidden>Commit </VisuallyHidden>
        {id.slice(0, 8)}
      </TextLink>
      <CopyButton text={id} label="Copy commit SHA" />
    </span>
  )
}
