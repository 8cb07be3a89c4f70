import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { getViewer } from '#contract/foundation/users.ts'
import type { PageAddress } from '#server/page-address.ts'

/** The page asks for the tokens of its viewer: without a user, an administrator's list would hold everybody's. */
export const tokensPages: readonly PageAddress[] = [
  {
    name: 'personal-access-tokens',
    address: '/-/user_settings/personal_access_tokens',
    operation: getViewer,
    title: foundationTitles.accessTokens,
  },
]
