import type { ReactNode } from 'react'
import type { CallError } from '#web/api/client.ts'
import { fieldProblem, formProblem } from '#web/foundation/problems.ts'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'

export interface UserListFields {
  readonly name: string
  readonly userXids: string
}

interface UserListFormProps {
  readonly fields: UserListFields
  readonly onFields: (change: Partial<UserListFields>) => void
  readonly submit: string
  readonly busy: boolean
  /** The refusal of what was sent. */
  readonly error: CallError | null
  /** The form shows already that others changed its fields. */
  readonly isOverlapped?: boolean
  readonly onSubmit: () => void
  readonly onCancel: () => void
  /** Shown above the fields. */
  readonly children?: ReactNode
}

/** The fields of a user list. */
export function UserListForm(props: UserListFormProps) {
  const { fields, onFields, submit, busy, error, isOverlapped = false, onSubmit, onCancel } = props
  const problem = isOverlapped ? null : formProblem(error, ['name', 'userXids'])
  return (
    <Form label="User list" problem={problem} onSubmit={() => !busy && onSubmit()}>
      {props.children}
      <FormField label="Name" required refusal={fieldProblem(error, 'name', 'Name')}>
        <TextInput value={fields.name} onValue={name => onFields({ name })} maxLength={255} autoComplete="off" />
      </FormField>
      <FormField
        label="User IDs"
        hint="IDs as the application gives them to its Unleash client, separated by commas."
        refusal={fieldProblem(error, 'userXids', 'User IDs')}
      >
        <TextArea rows={6} value={fields.userXids} onValue={userXids => onFields({ userXids })} />
      </FormField>
      <FormActions submit={submit} busy={busy} onCancel={onCancel} />
    </Form>
  )
}
