import { useState } from 'react'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'

interface UserListFields {
  readonly name: string
  readonly userXids: string
}

interface UserListFormProps {
  readonly initial: UserListFields
  readonly submit: string
  readonly busy: boolean
  readonly problem: string | null | undefined
  readonly onSubmit: (fields: UserListFields) => void
  readonly onCancel: () => void
}

/** The fields of a user list. */
export function UserListForm({ initial, submit, busy, problem, onSubmit, onCancel }: UserListFormProps) {
  const [name, setName] = useState(initial.name)
  const [userXids, setUserXids] = useState(initial.userXids)
  return (
    <Form label="User list" problem={problem} onSubmit={() => !busy && onSubmit({ name, userXids })}>
      <FormField label="Name" required>
        <TextInput value={name} onValue={setName} maxLength={255} autoComplete="off" />
      </FormField>
      <FormField label="User IDs" hint="IDs as the application gives them to its Unleash client, separated by commas.">
        <TextArea rows={6} value={userXids} onValue={setUserXids} />
      </FormField>
      <FormActions submit={submit} busy={busy} onCancel={onCancel} />
    </Form>
  )
}
