import { KeyIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { createToken, listTokens, revokeToken } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'

import { addDays, today } from '#web/ui/forms/dates/day.ts'
import { Form, FormActions, Pair } from '#web/ui/forms/Form.tsx'

import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { Chip } from '../Chip.tsx'
import { CredentialList, CredentialUse } from '../credentials/CredentialList.tsx'
import { ExpiresOnField } from '../ExpiresOnField.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import styles from './TokensPage.module.css'
import { UserSettingsFrame } from './UserSettingsFrame.tsx'

type Token = ReplyOf<typeof import('#contract/foundation/tokens.ts').listTokens>[number]
type Scope = InputOf<typeof import('#contract/foundation/tokens.ts').createToken>['scopes'][number]

export interface TokenScope {
  readonly scope: Scope
  readonly may: string
  readonly forAdministrators?: boolean
}

export const tokenScopes: readonly TokenScope[] = [
  { scope: 'api', may: 'Full access to the API and Git with your permissions.' },
  { scope: 'read_api', may: 'Read-only access to the API.' },
  { scope: 'read_user', may: 'Read your own profile.' },
  { scope: 'read_repository', may: 'Clone and fetch repositories.' },
  { scope: 'write_repository', may: 'Clone, fetch and push to repositories.' },
  { scope: 'self_rotate', may: 'Rotate this token.' },
  { scope: 'sudo', may: 'Perform API actions as any user.', forAdministrators: true },
  { scope: 'admin_mode', may: 'Use administrator API endpoints.', forAdministrators: true },
]

export function TokensPage() {
  const { user } = useViewer()
  const input = { userId: user?.id ?? 0, state: 'active', sort: 'created_desc', perPage: 100 } as const
  const { data: tokens } = useReading(listTokens, input)
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<Token | null>(null)
  return (
    <UserSettingsFrame
      active="tokens"
      title={foundationTitles.accessTokens}
      detail={
        <>
          Use tokens to authenticate scripts, bots and Git as you. A token has the permissions of its scopes until it
          expires or you revoke it. See the <TextLink href="/-/api">API reference</TextLink>.
        </>
      }
      actions={
        !isMaking && (
          <Button variant="primary" icon={<PlusIcon />} onClick={() => setMaking(true)}>
            New token
          </Button>
        )
      }
    >
      {made?.token !== undefined && <MadeToken name={made.name} token={made.token} onDone={() => setMade(null)} />}
      {isMaking && (
        <Card title="New token">
          <NewToken
            onMade={token => {
              setMade(token)
              setMaking(false)
            }}
            onCancel={() => setMaking(false)}
          />
        </Card>
      )}
      <Tokens tokens={tokens} />
    </UserSettingsFrame>
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

interface NewTokenProps {
  readonly onMade: (token: Token) => void
  readonly onCancel: () => void
}

function NewToken({ onMade, onCancel }: NewTokenProps) {
  const create = useOperation(createToken, { refreshes: [listTokens], onSuccess: onMade })
  return (
    <TokenForm
      isAdmin={useViewer().user?.isAdmin ?? false}
      busy={create.isPending}
      error={create.error}
      onSubmit={input => create.mutate(input)}
      onCancel={onCancel}
    />
  )
}

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
          error={fieldProblem(error, 'name', 'Name')}
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

function Tokens({ tokens }: { readonly tokens: readonly Token[] | undefined }) {
  if (tokens === undefined) return <Skeleton rows={3} shape="row" />
  return (
    <Card title="Active tokens" flush>
      {tokens.length === 0 ? (
        <EmptyState size="s" headingLevel={3} illustration={<Illustration of="nothing-yet" />} title="No active tokens">
          Tokens let scripts and Git authenticate as you without your password.
        </EmptyState>
      ) : (
        <CredentialList
          label="Active tokens"
          items={tokens}
          verb="Revoke"
          noun="token"
          nameOf={token => token.name}
          row={token => ({
            leading: <KeyIcon />,
            title: token.name,
            badges: token.scopes.map(scope => <Chip key={scope}>{scope}</Chip>),
            detail: (
              <>
                <span>
                  Created <RelativeTime at={token.createdAt} />
                </span>
                <CredentialUse {...token} />
              </>
            ),
          })}
          warning={() => 'Anything that uses this token stops working immediately. This cannot be undone.'}
          operation={revokeToken}
          inputOf={token => ({ id: token.id })}
          refreshes={[listTokens]}
        />
      )}
    </Card>
  )
}
