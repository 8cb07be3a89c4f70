import { useState } from 'react'
import type { InputOf } from '#contract/operation.ts'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { Form, FormActions, Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { ExpiresOnField } from '../ExpiresOnField.tsx'
import { usualLevel } from '../members/RoleFields.tsx'
import { roles } from '../members/roles.ts'
import { fieldProblem, formProblem } from '../problems.ts'
import styles from './TokenForm.module.css'
import { usualExpiry } from './usual-expiry.ts'

type Scope = InputOf<typeof import('#contract/foundation/tokens.ts').createToken>['scopes'][number]

interface TokenScope {
  readonly scope: Scope
  readonly may: string
  /** The same of the token of a project or group, where it is another sentence. */
  readonly botMay?: string
  readonly forAdministrators?: boolean
}

const tokenScopes: readonly TokenScope[] = [
  {
    scope: 'api',
    may: 'Full access to the API and Git with your permissions.',
    botMay: 'Full access to the API and Git with the permissions of its role.',
  },
  { scope: 'read_api', may: 'Read-only access to the API.' },
  { scope: 'read_user', may: 'Read your own profile.', botMay: 'Read the profile of its bot user.' },
  { scope: 'read_repository', may: 'Clone and fetch repositories.' },
  { scope: 'write_repository', may: 'Clone, fetch and push to repositories.' },
  { scope: 'self_rotate', may: 'Rotate this token.' },
  { scope: 'sudo', may: 'Perform API actions as any user.', forAdministrators: true },
  { scope: 'admin_mode', may: 'Use administrator API endpoints.', forAdministrators: true },
]

interface TokenFormProps {
  readonly isAdmin: boolean
  /** The roles to choose from for the token of a project or group, which has to expire; left out for that of a person. */
  readonly grantable?: readonly number[]
  readonly busy: boolean
  readonly error: Parameters<typeof formProblem>[0]
  readonly onSubmit: (input: TokenDraft) => void
  readonly onCancel: () => void
}

export interface TokenDraft {
  readonly name: string
  readonly description: string | null
  readonly scopes: Scope[]
  readonly expiresAt: string | null
  /** Only tokens of projects and groups have an access level. */
  readonly accessLevel?: number
}

/**
 * The form of a new token: the user's own, one that an administrator creates for a user, or one of a project or group.
 */
export function TokenForm({ isAdmin, grantable, busy, error, onSubmit, onCancel }: TokenFormProps) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [expiresAt, setExpiresAt] = useState<string | null>(usualExpiry)
  const [accessLevel, setAccessLevel] = useState<number>(usualLevel)
  const [scopes, setScopes] = useState<readonly Scope[]>([])
  const isOfBot = grantable !== undefined
  const mayCreate = !busy && !(isOfBot && expiresAt === null)
  return (
    <Form
      problem={formProblem(error, ['name', 'description', 'scopes', 'expiresAt', 'accessLevel'])}
      onSubmit={() =>
        mayCreate &&
        onSubmit({
          name: name.trim(),
          description: description.trim() || null,
          scopes: [...scopes],
          expiresAt,
          ...(isOfBot && { accessLevel }),
        })
      }
    >
      <Pair>
        <FormField
          label="Name"
          hint="For example, the script or app that uses it."
          refusal={fieldProblem(error, 'name', 'Name')}
        >
          <TextInput autoFocus required value={name} onValue={setName} />
        </FormField>
        <ExpiresOnField of="token" required={isOfBot} error={error} value={expiresAt} onValue={setExpiresAt} />
      </Pair>
      <FormField label="Description" optional refusal={fieldProblem(error, 'description', 'Description')}>
        <TextInput value={description} onValue={setDescription} />
      </FormField>
      {isOfBot && (
        <FormField
          label="Role"
          hint={roles.find(role => role.level === accessLevel)?.may}
          refusal={fieldProblem(error, 'accessLevel', 'Role')}
        >
          <Select
            options={roles
              .filter(role => grantable.includes(role.level))
              .map(role => ({ value: String(role.level), label: role.name }))}
            value={String(accessLevel)}
            onValue={level => setAccessLevel(Number(level))}
          />
        </FormField>
      )}
      <ChoiceGroup legend="Scopes" error={fieldProblem(error, 'scopes', 'Scopes')}>
        {tokenScopes
          .filter(each => isAdmin || !each.forAdministrators)
          .map(({ scope, may, botMay = may }) => (
            <Checkbox
              key={scope}
              label={<code>{scope}</code>}
              hint={isOfBot ? botMay : may}
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
  /** `created` or `rotated`. */
  readonly how?: 'created' | 'rotated'
  readonly onDone: () => void
}

/** The one time that a token can be read. */
export function MadeToken({ name, token, how = 'created', onDone }: MadeTokenProps) {
  return (
    <Banner tone="success" title={`Token “${name}” ${how}`} onDismiss={onDone}>
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
