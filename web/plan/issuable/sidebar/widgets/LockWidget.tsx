import { LockIcon, UnlockIcon } from '@primer/octicons-react'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { ConfirmForm } from '../ConfirmForm.tsx'
import styles from './widgets.module.css'

/** @source LOCK-001, LOCK-002, LOCK-003 */
export function LockWidget() {
  const { kind, issuable, permissions, word: type } = useIssuable()
  const { discussionLocked } = issuable
  const save = useSave({ save: kind.saves.discussionLocked, failure: messages.locked(type) })
  return (
    <SidebarField
      label="Lock"
      editable={permissions.canSetMetadata}
      busy={save.isPending}
      error={save.error}
      onErrorDismiss={save.forgetError}
      editor={close => (
        <ConfirmForm
          confirm={discussionLocked ? 'Unlock' : 'Lock'}
          isPending={save.isPending}
          error={save.error}
          onErrorDismiss={save.forgetError}
          onConfirm={() => save.run(!discussionLocked, close)}
          onCancel={() => close('cancel')}
        >
          {discussionLocked ? (
            <p>
              Unlock this {type}? <strong>Everyone</strong> will be able to comment.
            </p>
          ) : (
            <p>
              Lock this {type}? Only <strong>project members</strong> will be able to comment.
            </p>
          )}
        </ConfirmForm>
      )}
      icon={discussionLocked ? <LockIcon /> : <UnlockIcon />}
      summary={discussionLocked ? 'Locked' : 'Open'}
      foldedHint={discussionLocked ? 'Locked' : 'Unlocked'}
    >
      <span className={styles.sign}>
        {discussionLocked ? <LockIcon /> : <UnlockIcon />}
        {discussionLocked ? 'Locked: only project members can comment' : 'Unlocked'}
      </span>
    </SidebarField>
  )
}
