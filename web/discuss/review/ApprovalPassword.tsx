import { PasswordInput } from '#web/foundation/accounts/PasswordInput.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'

interface ApprovalPasswordProps {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly autoFocus?: boolean
}

/** The field for the password that a project requires for an approval. */
export function ApprovalPassword({ value, onValue, autoFocus = false }: ApprovalPasswordProps) {
  return (
    <FormField label="Password" hint="This project requires your password to approve.">
      <PasswordInput autoFocus={autoFocus} value={value} onValue={onValue} />
    </FormField>
  )
}
