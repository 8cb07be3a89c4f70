import { EyeClosedIcon, EyeIcon, LockIcon, UnlockIcon } from '@primer/octicons-react'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import styles from './widgets.module.css'

const ToggleForm = onDemand(() => import('./ToggleForm.tsx').then(module => module.ToggleForm))

/** @source CONFID-001 to CONFID-005 */
const confidential = {
  label: 'Confidentiality',
  failure: messages.confidentiality,
  on: {
    ...{ icon: <EyeClosedIcon />, tone: 'confidential', summary: 'Yes', hint: 'Confidential', verb: 'Turn off' },
    words: (type: string) => `This ${type} is confidential`,
  },
  off: {
    ...{ icon: <EyeIcon />, tone: undefined, summary: 'No', hint: 'Not confidential', verb: 'Turn on' },
    words: () => 'Not confidential',
  },
}

/** @source LOCK-001, LOCK-002, LOCK-003 */
const discussionLocked = {
  label: 'Lock',
  failure: messages.locked,
  on: {
    ...{ icon: <LockIcon />, tone: undefined, summary: 'Locked', hint: 'Locked', verb: 'Unlock' },
    words: () => 'Locked: only project members can comment',
  },
  off: {
    ...{ icon: <UnlockIcon />, tone: undefined, summary: 'Open', hint: 'Unlocked', verb: 'Lock' },
    words: () => 'Unlocked',
  },
}

const toggles = { confidential, discussionLocked }

/** An attribute that is on or off, changed after a question. */
export function ToggleWidget({ attribute }: { readonly attribute: keyof typeof toggles }) {
  const { kind, issuable, permissions, word: type } = useIssuable()
  const { label, failure, ...states } = toggles[attribute]
  const isOn = issuable[attribute]
  const state = states[isOn ? 'on' : 'off']
  const save = useSave({ save: kind.saves[attribute], failure: failure(type) })
  return (
    <SidebarField
      label={label}
      editable={permissions.canSetMetadata}
      {...save.field}
      editorPart={ToggleForm}
      editor={close => (
        <ToggleForm
          attribute={attribute}
          isOn={isOn}
          type={type}
          confirm={state.verb}
          isPending={save.isPending}
          error={save.error}
          onErrorDismiss={save.forgetError}
          onConfirm={() => save.run(!isOn, close)}
          onCancel={() => close('cancel')}
        />
      )}
      icon={state.icon}
      summary={state.summary}
      foldedHint={state.hint}
    >
      <span className={styles.sign} data-tone={state.tone}>
        {state.icon}
        {state.words(type)}
      </span>
    </SidebarField>
  )
}
