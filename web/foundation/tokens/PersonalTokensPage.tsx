import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { createToken, listTokens, revokeToken, rotateToken } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { UserSettingsFrame } from '../user-settings/UserSettingsFrame.tsx'
import { NewTokenButton, TokenPanel, tokensPerPage, useTokenSteps } from './TokenPanel.tsx'

export function PersonalTokensPage() {
  const { user } = useViewer()
  const steps = useTokenSteps()
  const inputOf = (state: 'active' | 'inactive') =>
    ({ userId: user?.id ?? 0, state, sort: 'created_desc', perPage: tokensPerPage }) as const
  const { data: tokens } = useReading(listTokens, inputOf('active'))
  const { data: inactive } = useReading(listTokens, inputOf('inactive'), { enabled: steps.showsInactive })
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
      actions={<NewTokenButton steps={steps} />}
    >
      <TokenPanel
        steps={steps}
        tokens={tokens}
        inactive={inactive}
        empty="Tokens let scripts and Git authenticate as you without your password."
        isAdmin={user?.isAdmin ?? false}
        create={{ operation: createToken, inputOf: draft => draft }}
        rotate={{ operation: rotateToken, inputOf: ({ token, expiresAt }) => ({ id: token.id, expiresAt }) }}
        revoke={{ operation: revokeToken, inputOf: token => ({ id: token.id }) }}
        refreshes={[listTokens]}
      />
    </UserSettingsFrame>
  )
}
