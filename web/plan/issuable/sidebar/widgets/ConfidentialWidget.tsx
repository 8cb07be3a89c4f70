import { EyeClosedIcon, EyeIcon } from '@primer/octicons-react'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { messages } from '#web/plan/messages.ts'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { ConfirmForm } from '../ConfirmForm.tsx'
import styles from './widgets.module.css'

/** @source CONFID-001 to CONFID-005 */
export function ConfidentialWidget() {
  const { kind, issuable, permissions, word: type } = useIssuable()
  const { confidential } = issuable
  const save = useSave({ save: kind.saves.confidential, failure: messages.confidentiality(type) })
  return (
    <SidebarField
      label="Confidentiality"
      editable={permissions.canSetMetadata}
      busy={save.isPending}
      error={save.error}
      onErrorDismiss={save.forgetError}
      editor={close => (
        <ConfirmForm
          confirm={confidential ? 'Turn off' : 'Turn on'}
          isPending={save.isPending}
          error={save.error}
          onErrorDismiss={save.forgetError}
          onConfirm={() => save.run(!confidential, close)}
          onCancel={() => close('cancel')}
        >
          {confidential ? (
            <p>
              You are going to turn off the confidentiality. This means <strong>everyone</strong> with access to the
              project will be able to see and leave a comment on this {type}.
            </p>
          ) : (
            <p>
              You are going to turn on confidentiality. Only project members with{' '}
              <strong>at least the Reporter role</strong>, the author, and assignees will keep access to this {type}.
            </p>
          )}
        </ConfirmForm>
      )}
      icon={confidential ? <EyeClosedIcon /> : <EyeIcon />}
      summary={confidential ? 'Yes' : 'No'}
      foldedHint={confidential ? 'Confidential' : 'Not confidential'}
    >
      <span className={styles.sign} data-tone={confidential ? 'confidential' : undefined}>
        {confidential ? <EyeClosedIcon /> : <EyeIcon />}
        {confidential ? `This ${type} is confidential` : 'Not confidential'}
      </span>
    </SidebarField>
  )
}
