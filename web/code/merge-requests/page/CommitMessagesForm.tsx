import { Button } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { messages } from '../messages.ts'
import type { MergeRequestData } from '../shapes.ts'
import type { CommitMessage, CommitMessages } from './commit-messages.ts'
import styles from './MergeArea.module.css'
import { useMergeRequestPage } from './merge-request-context.ts'
import { willSquash } from './merge-state.ts'

/**
 * The boxes of the commit messages. If they contain text they stay, even if others merge or close the merge request
 * meanwhile.
 */
export function CommitMessagesForm({ texts }: { readonly texts: CommitMessages }) {
  const { mergeRequest, permissions } = useMergeRequestPage()
  const { merge, squash, isChanged, close, discard } = texts
  if (!texts.isOpen || (mergeRequest.state !== 'opened' && !isChanged)) return null
  const overtaken = whyUnused(mergeRequest, permissions.canMerge)
  // If it can no longer be merged, only the written texts are shown.
  const isOpen = mergeRequest.state === 'opened' || mergeRequest.state === 'locked'
  const isSquashed = willSquash(mergeRequest)
  const hasMerge = mergeRequest.mergeMethod !== 'ff'
  return (
    <fieldset className={styles.texts}>
      <legend className={styles.legend}>Commit messages</legend>
      {overtaken !== null && isChanged && <Banner tone="warning">{overtaken}</Banner>}
      {((isSquashed && isOpen) || squash.isChanged) && (
        <Message of={squash} label="Squash commit" rows={3} hint={isSquashed ? null : messages.notSquashed} />
      )}
      {((hasMerge && isOpen) || merge.isChanged) && (
        <Message of={merge} label="Merge commit" rows={6} hint={hasMerge ? null : messages.noMergeCommit} />
      )}
      <div className={styles.row}>
        <Button size="s" onClick={isChanged ? discard : close}>
          {isChanged ? 'Discard changes' : 'Close'}
        </Button>
      </div>
    </fieldset>
  )
}

interface MessageProps {
  readonly of: CommitMessage
  readonly label: string
  readonly rows: number
  /** The reason why it is not used; null if it is. */
  readonly hint: string | null
}

function Message({ of: { kept, isChanged }, label, rows, hint }: MessageProps) {
  return (
    <FormField
      label={label}
      hint={hint ?? undefined}
      aside={
        isChanged && (
          <span>
            <CopyButton text={kept.text} label={`Copy ${label.toLowerCase()} message`} />
          </span>
        )
      }
    >
      <TextArea rows={rows} value={kept.text} onValue={kept.setText} />
    </FormField>
  )
}

/** The reason why written messages cannot be used now: another user was faster. */
function whyUnused({ state, autoMergeUser }: MergeRequestData, canMerge: boolean): string | null {
  switch (state) {
    case 'merged':
      return messages.unsent.merged
    case 'closed':
      return messages.unsent.closed
    case 'locked':
      return null
    case 'opened':
      return autoMergeUser !== null
        ? messages.unsent.waits(autoMergeUser.name)
        : canMerge
          ? null
          : messages.unsent.refused
    default:
      return state satisfies never
  }
}
