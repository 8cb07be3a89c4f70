import { EyeClosedIcon, EyeIcon, LockIcon, UnlockIcon } from '@primer/octicons-react'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { ConfirmForm } from '../ConfirmForm.tsx'
import styles from './widgets.module.css'

/** @source CONFID-001 to CONFID-005 */
const confidential = {
  label: 'Confidentiality',
  failure: messages.confidentiality,
  on: (type: string) => ({
    ...{ icon: <EyeClosedIcon />, tone: 'confidential', summary: 'Yes', hint: 'Confidential', verb: 'Turn off' },
    words: `This ${type} is confidential`,
    question: (
      <p>
        Turn off confidentiality? <strong>Everyone</strong> with access to the {type === 'epic' ? 'group' : 'project'}{' '}
        will be able to view and comment on this {type}.
      </p>
    ),
  }),
  off: (type: string) => ({
    ...{ icon: <EyeIcon />, tone: undefined, summary: 'No', hint: 'Not confidential', verb: 'Turn on' },
    words: 'Not confidential',
    question: (
      <p>
        Turn on confidentiality? Only {type === 'epic' ? 'group' : 'project'} members with{' '}
        <strong>at least the {type === 'epic' ? 'Planner' : 'Reporter'} role</strong>
        {type !== 'epic' && ', the author, and assignees'} will keep access to this {type}.
      </p>
    ),
  }),
}

/** @source LOCK-001, LOCK-002, LOCK-003 */
const discussionLocked = {
  label: 'Lock',
  failure: messages.locked,
  on: (type: string) => ({
    ...{ icon: <LockIcon />, tone: undefined, summary: 'Locked', hint: 'Locked', verb: 'Unlock' },
    words: 'Locked: only project members can comment',
    question: (
      <p>
        Unlock this {type}? <strong>Everyone</strong> will be able to comment.
      </p>
    ),
  }),
  off: (type: string) => ({
    ...{ icon: <UnlockIcon />, tone: undefined, summary: 'Open', hint: 'Unlocked', verb: 'Lock' },
    words: 'Unlocked',
    question: (
      <p>
        Lock this {type}? Only <strong>project members</strong> will be able to comment.
      </p>
    ),
  }),
}

const toggles = { confidential, discussionLocked }

/** An attribute that is on or off, changed after a question. */
export function ToggleWidget({ attribute }: { readonly attribute: keyof typeof toggles }) {
  const { kind, issuable, permissions, word: type } = useIssuable()
  const { label, failure, ...states } = toggles[attribute]
  const isOn = issuable[attribute]
  const state = states[isOn ? 'on' : 'off'](type)
  const save = useSave({ save: kind.saves[attribute], failure: failure(type) })
  return (
    <SidebarField
      label={label}
      editable={permissions.canSetMetadata}
      busy={save.isPending}
      error={save.error}
      onErrorDismiss={save.forgetError}
      editor={close => (
        <ConfirmForm
          confirm={state.verb}
          isPending={save.isPending}
          error={save.error}
          onErrorDismiss={save.forgetError}
          onConfirm={() => save.run(!isOn, close)}
          onCancel={() => close('cancel')}
        >
          {state.question}
        </ConfirmForm>
      )}
      icon={state.icon}
      summary={state.summary}
      foldedHint={state.hint}
    >
      <span className={styles.sign} data-tone={state.tone}>
        {state.icon}
        {state.words}
      </span>
    </SidebarField>
  )
}
