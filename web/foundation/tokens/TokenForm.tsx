import { useState } from 'react'
import type { InputOf } from '#contract/operation.ts'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { addDays, today } from '#web/ui/forms/dates/day.ts'
import { Form, FormActions, Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { ExpiresOnField } from '../ExpiresOnField.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import styles from './TokenForm.module.css'

type Scope = InputOf<typeof import('#contract/foundation/tokens.ts').createToken>['scopes'][number]

interface TokenScope {
  readonly scope: Scope
  readonly may: string
  readonly forAdministrators?: boolean
}

const tokenScopes: readonly TokenScope[] = [
  { scope: 'api', may: 'Full access to the API and Git with your permissions.' },
  { scope: 'read_api', may: 'Read-only access to the API.' },
  { scope: 'read_user', may: 'Read your own profile.' },
  { scope: 'read_repository', may: 'Clone and fetch repositories.' },
  { scope: 'write_repository', may: 'Clone, fetch and push to repositories.' },
  { scope: 'self_rotate', may: 'Rotate this token.' },
  { scope: 'sudo', may: 'Perform API actions as any user.', forAdministrators: true },
  { scope: 'admin_mode', may: 'Use administrator API endpoints.', forAdministrators: true },
]

interface TokenFormProps {
  readonly isAdmin: boolean
  readonly busy: boolean
  readonly error: Parameters<typeof formProblem>[0]
  readonly onSubmit: (input: { name: string; scopes: Scope[]; expiresAt: string | null }) => void
  readonly onCancel: () => void
}

const usualDays = 30

/** What a token is to be, for one's own and for those an administrator makes. */
export function TokenForm({ isAdmin, busy, error, onSubmit, onCancel }: TokenFormProps) {
  const [name, setName] = useState('')
  const [expiresAt, setExpiresAt] = useState<string | null>(() => addDays(today(), usualDays))
  const [scopes, setScopes] = useState<readonly Scope[]>([])
  return (
    <Form
      problem={formProblem(error, ['name', 'scopes', 'expiresAt'])}
      onSubmit={() => !busy && onSubmit({ name: name.trim(), scopes: [...scopes], expiresAt })}
    >
      <Pair>
        <FormField
          label="Name"
          hint="For example, the script or app that uses it."
          refusal={fieldProblem(error, 'name', 'Name')}
        >
          <TextInput autoFocus required value={name} onValue={setName} />
        </FormField>
        <ExpiresOnField of="token" error={error} value={expiresAt} onValue={setExpiresAt} />
      </Pair>
      <ChoiceGroup legend="Scopes" error={fieldProblem(error, 'scopes', 'Scopes')}>
        {tokenScopes
          .filter(each => isAdmin || !each.forAdministrators)
          .map(({ scope, may }) => (
            <Checkbox
              key={scope}
              label={<code>{scope}</code>}
              hint={may}
              checked={scopes.includes(scope)}
              onValue={isWanted => setScopes(isWanted ? [...scopes, scope] : scopes.filter(each => each !== scope))}
            />
          ))}
      </ChoiceGroup>
      <FormActions submit="Create token" busy={busy} onCancel={onCancel} />
    </Form>
  )
}

interface MadeTokenProps {
  readonly name: string
  readonly token: string
  readonly onDone: () => void
}

/** The one time that a token can be read. */
export function MadeToken({ name, token, onDone }: MadeTokenProps) {
  return (
    <Banner tone="success" title={`Token “${name}” created`} onDismiss={onDone}>
      <p>Copy it now. You will not be able to see it again.</p>
      <TextInput
        code
        readOnly
        aria-label="The new token"
        value={token}
        wrapperClassName={styles.made}
        onFocus={event => event.target.select()}
        trailing={<CopyButton text={token} label="Copy token" />}
      />
    </Banner>
  )
}
