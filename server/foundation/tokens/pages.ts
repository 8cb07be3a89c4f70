import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { placeTokenOperations } from '#contract/foundation/place-tokens.ts'
import { placeTokensPath } from '#contract/foundation/place-tokens-path.ts'
import { placeKinds } from '#contract/foundation/places.ts'
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
    // Only the viewer's tokens: without a user, an administrator's list would hold those of all users.
    asksFirst: (_input, { user }) => ({
      operation: listTokens,
      input: { user_id: user?.id ?? 0, state: 'active', sort: 'created_desc', per_page: 100 },
    }),
  }),
  ...placeKinds.map(kind => ({
    name: `${kind}-access-tokens`,
    address: placeTokensPath(kind, ':namespace'),
    operation: placeTokenOperations[kind].page,
    title: foundationTitles.accessTokens,
    module: 'foundation/tokens/PlaceTokensPage.tsx',
  })),
]
