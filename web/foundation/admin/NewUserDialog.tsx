import { useState } from 'react'
import { passwordHint } from '#contract/foundation/password-length.ts'
import { pathFrom } from '#contract/foundation/path-from-name.ts'
import { createUser, listUsers } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { PasswordInput } from '../accounts/PasswordInput.tsx'
import { fieldProblem, formProblem } from '../problems.ts'

export function NewUserDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [username, setUsername] = useState<string | null>(null)
  const [email, setEmail] = useState('')
  const [setsPassword, setSetsPassword] = useState(false)
  const [password, setPassword] = useState('')
  const [admin, setAdmin] = useState(false)
  const create = useOperation(createUser, {
    refreshes: [listUsers],
    onSuccess: user => {
      showToast(setsPassword ? `${user.name} can now sign in` : `Invitation to set a password sent to ${user.name}`)
      onClose()
    },
  })
  const path = username ?? pathFrom(name)
  const { error } = create

  function submit() {
    create.mutate({
      name: name.trim(),
      username: path,
      email: email.trim(),
      admin,
      ...(setsPassword ? { password } : { resetPassword: true }),
    })
  }

  return (
    <Dialog title="New user" onClose={onClose}>
      <Form
        problem={formProblem(error, ['name', 'username', 'email', 'password'])}
        onSubmit={() => !create.isPending && submit()}
      >
        <FormField label="Name" refusal={fieldProblem(error, 'name', 'Name')}>
          <TextInput required value={name} onValue={setName} />
        </FormField>
        <FormField label="Username" refusal={fieldProblem(error, 'username', 'Username')}>
          <TextInput required autoCapitalize="none" spellCheck={false} value={path} onValue={setUsername} />
        </FormField>
        <FormField label="Email" refusal={fieldProblem(error, 'email', 'Email')}>
          <TextInput type="email" required value={email} onValue={setEmail} />
        </FormField>
        <ChoiceGroup legend="Password">
          <Radio
            name="password"
            label="Email a link to set a password"
            hint="The link is valid for three days."
            checked={!setsPassword}
            onChange={() => setSetsPassword(false)}
          />
          <Radio
            name="password"
            label="Set a password now"
            checked={setsPassword}
            onChange={() => setSetsPassword(true)}
          />
        </ChoiceGroup>
        {setsPassword && (
          <FormField label="New password" hint={passwordHint} refusal={fieldProblem(error, 'password', 'Password')}>
            <PasswordInput autoComplete="new-password" value={password} onValue={setPassword} />
          </FormField>
        )}
        <Checkbox
          label="Administrator"
          hint="Has full access to everything on this site."
          checked={admin}
          onValue={setAdmin}
        />
        <FormActions submit="Create user" busy={create.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
