import { EyeClosedIcon, LockIcon, MailIcon } from '@primer/octicons-react'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { helpPaths } from '../editor/help-paths.ts'
import { someOf } from '../editor/reach.ts'
import { messages } from '../messages.ts'
import type { Noteable } from '../noteable.ts'
import styles from './FormWarnings.module.css'
import { Warning } from './Warning.tsx'

const TextWarnings = onDemand(() => import('./TextWarnings.tsx').then(module => module.TextWarnings), {
  holdsKeys: false,
})

interface FormWarningsProps {
  readonly noteable: Noteable
  readonly text: string
  readonly isInternal: boolean
}

/**
 * The warnings before a comment is sent: conditions of the noteable, effects of the text, and its readers.
 *
 * @source FORM-017 to FORM-019, FORM-027, FORM-028
 */
export function FormWarnings({ noteable, text, isInternal }: FormWarningsProps) {
  return (
    <ul aria-label="Before you comment" aria-live="polite" className={styles.warnings}>
      {noteable.isLocked && <Locked word={noteable.word} />}
      {noteable.isConfidential && <Confidential word={noteable.word} />}
      {text !== '' && <TextWarnings noteable={noteable} text={text} />}
      {!isInternal && noteable.emailParticipants.length > 0 && (
        <Warning icon={<MailIcon size={12} />} tone="warning">
          {messages.emailed(someOf(noteable.emailParticipants))}
        </Warning>
      )}
    </ul>
  )
}

function Locked({ word }: { readonly word: string }) {
  return (
    <Warning icon={<LockIcon size={12} />} tone="warning">
      This {word} is{' '}
      <TextLink href={helpPaths.lockedDiscussions} target="_blank">
        locked
      </TextLink>
      . {messages.onlyMembers}
    </Warning>
  )
}

function Confidential({ word }: { readonly word: string }) {
  return (
    <Warning icon={<EyeClosedIcon size={12} />} tone="confidential">
      This is a{' '}
      <TextLink href={helpPaths.confidentialIssues} target="_blank">
        confidential {word}
      </TextLink>
      . {messages.neverNotified}
    </Warning>
  )
}
