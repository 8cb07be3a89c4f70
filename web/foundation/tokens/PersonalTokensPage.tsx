import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { createToken, listTokens, revokeToken, rotateToken } from '#web/api/operations.gen.ts'
import type { Viewer } from '#web/api/page.ts'
import { queryClient, reading, useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { UserSettingsFrame } from '../user-settings/UserSettingsFrame.tsx'
import { NewTokenButton, TokenPanel, tokensPerPage, useTokenSteps } from './TokenPanel.tsx'

const tokensInput = ({ user }: Viewer, state: 'active' | 'inactive') =>
  ({ userId: user?.id ?? 0, state, sort: 'created_desc', perPage: tokensPerPage }) as const

/** Ask for the tokens while the page is made: those of a document come with it. */
export const readTokensAhead = (viewer: Viewer): Promise<void> =>
  queryClient.prefetchQuery(reading(listTokens, tokensInput(viewer, 'active')))

export function PersonalTokensPage() {
  const viewer = useViewer()
  const { user } = viewer
  const steps = useTokenSteps()
  const { data: tokens } = useReading(listTokens, tokensInput(viewer, 'active'))
  const { data: inactive } = useReading(listTokens, tokensInput(viewer, 'inactive'), { enabled: steps.showsInactive })
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
