import { Button } from '#web/ui/actions/Button.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import styles from './widgets.module.css'

const questions = {
  confidential: (isOn: boolean, type: string) =>
    isOn ? (
      <p>
        Turn off confidentiality? <strong>Everyone</strong> with access to the {type === 'epic' ? 'group' : 'project'}{' '}
        will be able to view and comment on this {type}.
      </p>
    ) : (
      <p>
        Turn on confidentiality? Only {type === 'epic' ? 'group' : 'project'} members with{' '}
        <strong>at least the Planner role</strong>
        {type !== 'epic' && ', the author, and assignees'} will keep access to this {type}.
      </p>
    ),
  discussionLocked: (isOn: boolean, type: string) =>
    isOn ? (
      <p>
        Unlock this {type}? <strong>Everyone</strong> will be able to comment.
      </p>
    ) : (
      <p>
        Lock this {type}? Only <strong>project members</strong> will be able to comment.
      </p>
    ),
}

interface ToggleFormProps {
  readonly attribute: keyof typeof questions
  readonly isOn: boolean
  /** The type of the confidential or locked item: "issue". */
  readonly type: string
  readonly confirm: string
  readonly isPending: boolean
  /** The reason why the last attempt failed, shown beside the pressed button. */
  readonly error: string | null
  readonly onErrorDismiss: () => void
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks for confirmation before a flag changes. */
export function ToggleForm({
  attribute,
  isOn,
  type,
  confirm,
  isPending,
  error,
  onErrorDismiss,
  onConfirm,
  onCancel,
}: ToggleFormProps) {
  return (
    <div className={styles.form}>
      {questions[attribute](isOn, type)}
      {error !== null && (
        <Banner tone="danger" onDismiss={onErrorDismiss}>
          {error}
        </Banner>
      )}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" data-autofocus disabled={isPending} onClick={onConfirm}>
          {isPending ? 'Applying' : confirm}
        </Button>
      </div>
    </div>
  )
}
