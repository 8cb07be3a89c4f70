import { KeyIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { createToken, listTokens, revokeToken } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { Chip } from '../Chip.tsx'
import { CredentialList, CredentialUse } from '../credentials/CredentialList.tsx'
import { UserSettingsFrame } from '../user-settings/UserSettingsFrame.tsx'
import { MadeToken, TokenForm } from './TokenForm.tsx'

type Token = ReplyOf<typeof import('#contract/foundation/tokens.ts').listTokens>[number]

export function PersonalTokensPage() {
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
