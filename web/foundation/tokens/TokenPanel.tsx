import { KeyIcon, PlusIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import type { InputOf, Operation, ReplyOf } from '#contract/operation.ts'
import type { Address } from '#web/api/address.ts'
import { useOperation } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { Chip } from '../Chip.tsx'
import { CredentialList, CredentialUse } from '../credentials/CredentialList.tsx'
import { ExpiresOnField } from '../ExpiresOnField.tsx'
import { roleName } from '../members/roles.ts'
import { formProblem } from '../problems.ts'
import { MadeToken, type TokenDraft, TokenForm } from './TokenForm.tsx'
import { usualExpiry } from './usual-expiry.ts'

interface ShownToken {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly scopes: readonly string[]
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly expiresAt: string | null
  readonly revoked: boolean
  /** The access level of a token of a project or group; null if its bot is no longer a member. */
  readonly accessLevel?: number | null
  /** Present only in the reply that created it. */
  readonly token?: string
}

/** The number of tokens on a page. */
export const tokensPerPage = 100

/** The steps of a page about tokens: the list, a new token, and the created or rotated token, which is shown once. */
export function useTokenSteps() {
  const [step, setStep] = useState<'list' | 'new' | ShownToken>('list')
  const [made, setMade] = useState<{ readonly token: ShownToken; readonly how: 'created' | 'rotated' } | null>(null)
  const [showsInactive, setShowsInactive] = useState(false)
  return {
    step,
    setStep,
    made,
    dismiss: () => setMade(null),
    show: (token: ShownToken, how: 'created' | 'rotated') => {
      setMade({ token, how })
      setStep('list')
    },
    showsInactive,
    setShowsInactive,
  }
}

type TokenSteps = ReturnType<typeof useTokenSteps>

/** The button that opens the form, in the header of the page. */
export const NewTokenButton = ({ steps }: { readonly steps: TokenSteps }) =>
  steps.step !== 'new' && (
    <Button variant="primary" icon={<PlusIcon />} onClick={() => steps.setStep('new')}>
      New token
    </Button>
  )

interface TokenCall<Op extends Operation, Given> {
  readonly operation: Address<Op>
  readonly inputOf: (given: Given) => InputOf<Op>
}

interface RotatedToken {
  readonly token: ShownToken
  /** yyyy-mm-dd */
  readonly expiresAt: string
}

interface TokenPanelProps<Create extends Operation, Rotate extends Operation, Revoke extends Operation> {
  readonly steps: TokenSteps
  /** Undefined while they load. */
  readonly tokens: readonly ShownToken[] | undefined
  /** The revoked and expired ones; undefined until they are asked for and here. */
  readonly inactive: readonly ShownToken[] | undefined
  /** The purpose of the tokens, shown when there are none. */
  readonly empty: ReactNode
  readonly isAdmin: boolean
  /** The roles that the reader may give, on the page of a project or group. */
  readonly grantable?: readonly number[]
  readonly create: TokenCall<Create, TokenDraft>
  readonly rotate: TokenCall<Rotate, RotatedToken>
  readonly revoke: TokenCall<Revoke, ShownToken>
  readonly refreshes: readonly Address<Operation>[]
}

/** The tokens of a person, project or group, and their actions. */
export function TokenPanel<Create extends Operation, Rotate extends Operation, Revoke extends Operation>(
  props: TokenPanelProps<Create, Rotate, Revoke>,
) {
  const { steps, tokens, inactive, empty, isAdmin, grantable, create, rotate, revoke, refreshes } = props
  const { step, made } = steps
  // An owner's token is the owners'.
  const mayHandle = ({ accessLevel }: ShownToken) =>
    grantable === undefined || accessLevel == null || grantable.includes(accessLevel)
  return (
    <>
      {made?.token.token !== undefined && (
        <MadeToken name={made.token.name} token={made.token.token} how={made.how} onDone={steps.dismiss} />
      )}
      {step === 'new' && (
        <Card title="New token">
          <NewToken steps={steps} isAdmin={isAdmin} grantable={grantable} create={create} refreshes={refreshes} />
        </Card>
      )}
      {tokens === undefined ? (
        <Skeleton rows={3} shape="row" />
      ) : (
        <Card title="Active tokens" flush>
          {tokens.length === 0 ? (
            <EmptyState
              size="s"
              headingLevel={3}
              illustration={<Illustration of="nothing-yet" />}
              title="No active tokens"
            >
              {empty}
            </EmptyState>
          ) : (
            <CredentialList
              label="Active tokens"
              items={tokens}
              verb="Revoke"
              noun="token"
              nameOf={token => token.name}
              row={rowOf}
              actions={token =>
                mayHandle(token) && (
                  <Button size="s" aria-label={`Rotate ${token.name}`} onClick={() => steps.setStep(token)}>
                    Rotate
                  </Button>
                )
              }
              mayRemove={mayHandle}
              warning={() => 'Anything that uses this token stops working immediately. This cannot be undone.'}
              operation={revoke.operation}
              inputOf={revoke.inputOf}
              refreshes={refreshes}
            />
          )}
        </Card>
      )}
      {typeof step === 'object' && (
        <RotateTokenDialog key={step.id} token={step} steps={steps} rotate={rotate} refreshes={refreshes} />
      )}
      <Card
        title="Inactive tokens"
        flush
        aside={
          !steps.showsInactive && (
            <Button size="s" onClick={() => steps.setShowsInactive(true)}>
              Show inactive tokens
            </Button>
          )
        }
      >
        {steps.showsInactive && <InactiveTokens tokens={inactive} />}
      </Card>
    </>
  )
}

function rowOf(token: ShownToken) {
  const { name, description, scopes, createdAt, accessLevel } = token
  return {
    leading: <KeyIcon />,
    title: name,
    badges: scopes.map(scope => <Chip key={scope}>{scope}</Chip>),
    detail: (
      <>
        {description && <span>{description}</span>}
        {accessLevel !== undefined && <span>{accessLevel === null ? 'No role' : roleName(accessLevel)}</span>}
        <span>
          Created <RelativeTime at={createdAt} />
        </span>
        <CredentialUse {...token} />
      </>
    ),
  }
}

function InactiveTokens({ tokens }: { readonly tokens: readonly ShownToken[] | undefined }) {
  if (tokens === undefined) return <Skeleton rows={2} shape="row" />
  if (tokens.length === 0)
    return (
      <EmptyState size="s" headingLevel={3} title="No inactive tokens">
        Revoked and expired tokens are listed here.
      </EmptyState>
    )
  return (
    <List framed={false} aria-label="Inactive tokens">
      {tokens.map(token => {
        // The role ended with the token.
        const { accessLevel: _ended, ...shown } = token
        const row = rowOf(shown)
        return (
          <ListRow
            key={token.id}
            {...row}
            badges={
              <>
                {row.badges}
                <Chip tone="warning">{token.revoked ? 'Revoked' : 'Expired'}</Chip>
              </>
            }
          />
        )
      })}
    </List>
  )
}

interface NewTokenProps<Op extends Operation> {
  readonly steps: TokenSteps
  readonly isAdmin: boolean
  readonly grantable: readonly number[] | undefined
  readonly create: TokenCall<Op, TokenDraft>
  readonly refreshes: readonly Address<Operation>[]
}

function NewToken<Op extends Operation>({ steps, isAdmin, grantable, create, refreshes }: NewTokenProps<Op>) {
  const call = useTokenCall(create, refreshes, token => steps.show(token, 'created'))
  return (
    <TokenForm
      isAdmin={isAdmin}
      {...(grantable !== undefined && { grantable })}
      busy={call.isPending}
      error={call.error}
      onSubmit={draft => call.mutate(create.inputOf(draft))}
      onCancel={() => steps.setStep('list')}
    />
  )
}

interface RotateTokenDialogProps<Op extends Operation> {
  readonly token: ShownToken
  readonly steps: TokenSteps
  readonly rotate: TokenCall<Op, RotatedToken>
  readonly refreshes: readonly Address<Operation>[]
}

function RotateTokenDialog<Op extends Operation>({ token, steps, rotate, refreshes }: RotateTokenDialogProps<Op>) {
  const [expiresAt, setExpiresAt] = useState<string | null>(usualExpiry)
  const call = useTokenCall(rotate, refreshes, made => steps.show(made, 'rotated'))
  return (
    <FormDialog
      title={`Rotate “${token.name}”?`}
      description="A new token with the same name and scopes replaces it. The current one stops working immediately."
      submit="Rotate token"
      disabled={expiresAt === null}
      busy={call.isPending}
      problem={formProblem(call.error, ['expiresAt'])}
      onSubmit={() => expiresAt !== null && call.mutate(rotate.inputOf({ token, expiresAt }))}
      onClose={() => steps.setStep('list')}
    >
      <ExpiresOnField of="token" required error={call.error} value={expiresAt} onValue={setExpiresAt} />
    </FormDialog>
  )
}

/** A call that answers with a token whose value can be read this once. */
function useTokenCall<Op extends Operation>(
  { operation }: Pick<TokenCall<Op, never>, 'operation'>,
  refreshes: readonly Address<Operation>[],
  onMade: (token: ShownToken) => void,
) {
  return useOperation(operation, {
    refreshes,
    onSuccess: (reply: ReplyOf<Op> & ShownToken) => onMade(reply),
  })
}
