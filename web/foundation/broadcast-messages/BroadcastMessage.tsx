import { MegaphoneIcon, XIcon } from '@primer/octicons-react'
import type { ReplyOf } from '#contract/operation.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Markdown } from '#web/ui/text/Markdown.tsx'
import styles from './BroadcastMessage.module.css'

type Broadcast = ReplyOf<typeof import('#contract/foundation/users.ts').getViewer>['broadcasts'][number]

interface BroadcastMessageProps {
  readonly message: Pick<Broadcast, 'html' | 'theme' | 'broadcastType'>
  readonly onDismiss?: (() => void) | undefined
}

/** One message: a banner as wide as the page, or a card. */
export function BroadcastMessage({ message, onDismiss }: BroadcastMessageProps) {
  const { html, theme, broadcastType } = message
  return (
    <div data-look={broadcastType === 'banner' ? theme : 'card'} className={styles.message}>
      <MegaphoneIcon className={styles.icon} />
      <Markdown wide html={html} className={styles.text} />
      {onDismiss && (
        <IconButton label="Dismiss message" icon={<XIcon />} size="s" className={styles.dismiss} onClick={onDismiss} />
      )}
    </div>
  )
}
