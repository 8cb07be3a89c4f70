import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { listTokens } from '#contract/foundation/tokens.ts'
import { getViewer } from '#contract/foundation/users.ts'
import { type PageAddress, page } from '#server/page-address.ts'

export const tokensPages: readonly PageAddress[] = [
  page({
    name: 'personal-access-tokens',
    address: '/-/user_settings/personal_access_tokens',
    operation: getViewer,
    title: foundationTitles.accessTokens,
    module: 'foundation/tokens/PersonalTokensPage.tsx',
    // Of the viewer: without a user, an administrator's list would hold everybody's.
    asksFirst: (_input, { user }) => ({
      operation: listTokens,
      input: { user_id: user?.id ?? 0, state: 'active', sort: 'created_desc', per_page: 100 },
    }),
  }),
]
