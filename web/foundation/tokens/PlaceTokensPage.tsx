import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { placeTokensPath } from '#contract/foundation/place-tokens-path.ts'
import type { PlaceKind } from '#contract/foundation/places.ts'
import { namespaceTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import {
  createGroupAccessToken,
  createProjectAccessToken,
  groupAccessTokensPage,
  listGroupAccessTokens,
  listProjectAccessTokens,
  projectAccessTokensPage,
  revokeGroupAccessToken,
  revokeProjectAccessToken,
  rotateGroupAccessToken,
  rotateProjectAccessToken,
} from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { namespaceKinds } from '../places/kinds.ts'
import { NewTokenButton, TokenPanel, tokensPerPage, useTokenSteps } from './TokenPanel.tsx'

const calls = {
  project: {
    page: projectAccessTokensPage,
    list: listProjectAccessTokens,
    create: createProjectAccessToken,
    rotate: rotateProjectAccessToken,
    revoke: revokeProjectAccessToken,
  },
  group: {
    page: groupAccessTokensPage,
    list: listGroupAccessTokens,
    create: createGroupAccessToken,
    rotate: rotateGroupAccessToken,
    revoke: revokeGroupAccessToken,
  },
} as const

type PlaceTokens = ReplyOf<typeof import('#contract/foundation/place-tokens.ts').projectAccessTokensPage>

export const ProjectTokensPage = () => <PlaceTokensPage kind="project" />
export const GroupTokensPage = () => <PlaceTokensPage kind="group" />

interface PlaceTokensPageProps {
  readonly kind: PlaceKind
}

function PlaceTokensPage({ kind }: PlaceTokensPageProps) {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(
    calls[kind].page,
    { namespace },
    { topics: page => [namespaceTopic({ kind, id: page.namespace.id })] },
  )
  return data === undefined ? (
    <Page width="narrow">
      <Skeleton rows={4} shape="row" />
    </Page>
  ) : (
    <Shown key={data.namespace.id} kind={kind} page={data} />
  )
}

function Shown({ kind, page }: PlaceTokensPageProps & { readonly page: PlaceTokens }) {
  const { namespace, tokens, grantable } = page
  const { id, fullPath } = namespace
  const { page: pageOperation, list, create, rotate, revoke } = calls[kind]
  usePlace({
    title: foundationTitles.accessTokens,
    namespace: shownNamespace(namespace),
    active: 'settings',
    crumbs: [
      { label: foundationTitles.settings, href: namespaceKinds[kind].settingsPath(fullPath) },
      { label: foundationTitles.accessTokens, href: placeTokensPath(kind, fullPath) },
    ],
  })
  const steps = useTokenSteps()
  const wanted = { id, state: 'inactive', sort: 'created_desc', perPage: tokensPerPage } as const
  const { data: inactive } = useReading(list, wanted, {
    enabled: steps.showsInactive,
    topics: () => [namespaceTopic({ kind, id })],
  })
  return (
    <Page width="narrow">
      <PageHeader
        title={foundationTitles.accessTokens}
        detail={
          <>
            Use tokens to authenticate scripts, bots and Git without anyone’s account. Each token has a bot user, which
            is a member of the {kind} until the token expires or you revoke it. See the{' '}
            <TextLink href="/-/api">API reference</TextLink>.
          </>
        }
        actions={<NewTokenButton steps={steps} />}
      />
      <Stack gap={5}>
        <TokenPanel
          steps={steps}
          tokens={tokens}
          inactive={inactive}
          empty={`Tokens let scripts and Git reach this ${kind} without anyone’s account.`}
          isAdmin={false}
          grantable={grantable}
          create={{
            operation: create,
            // The form submits no token without a day.
            inputOf: ({ expiresAt, ...draft }) => ({ ...draft, id, expiresAt: expiresAt ?? '' }),
          }}
          rotate={{
            operation: rotate,
            inputOf: ({ token, expiresAt }) => ({ id, tokenId: token.id, expiresAt }),
          }}
          revoke={{ operation: revoke, inputOf: token => ({ id, tokenId: token.id }) }}
          refreshes={[pageOperation, list]}
        />
      </Stack>
    </Page>
  )
}
