import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Operation } from '#contract/operation.ts'
import { CallError, call } from '#web/api/client.ts'
import { groupPage, namespacePage } from '#web/api/operations.gen.ts'
import type { PageAccess } from '#web/api/page-access.ts'
import { type PlaceNamespace, useCurrentPlace, usePlace } from '#web/api/place.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { textIsKept } from './messages.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { UnsentTexts } from './UnsentTexts.tsx'

type Denied = Exclude<PageAccess, { readonly kind: 'granted' }>

/** Replaces a page that is no longer available: explains why and offers the unsent text for copying. */
export function PageUnavailable({ access }: { readonly access: Denied }) {
  switch (access.kind) {
    case 'signed-out':
      return <SignedOut texts={access.texts} />
    case 'another-user':
      return <AnotherUser />
    case 'gone':
    case 'forbidden':
      return <Gone isForbidden={access.kind === 'forbidden'} texts={access.texts} />
    default:
      return access satisfies never
  }
}

interface TextsProps {
  readonly texts: readonly string[]
}

function SignedOut({ texts }: TextsProps) {
  usePlace({ title: 'Signed out', namespace: null, active: null, crumbs: [] })
  const back = encodeURIComponent(window.location.pathname + window.location.search + window.location.hash)
  return (
    <Page width="narrow">
      <EmptyState
        headingLevel={1}
        title="You are signed out"
        action={
          <LinkButton variant="primary" href={`/users/sign_in?return_to=${back}`}>
            Sign in
          </LinkButton>
        }
      >
        Sign in to continue where you left off. {textIsKept}
      </EmptyState>
      <UnsentTexts texts={texts} />
    </Page>
  )
}

function AnotherUser() {
  usePlace({ title: 'Signed in as someone else', namespace: null, active: null, crumbs: [] })
  return (
    <Page width="narrow">
      <EmptyState
        headingLevel={1}
        title="You are signed in as someone else"
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        }
      >
        This browser is now signed in to another account. Reload the page to continue with that account.
      </EmptyState>
    </Page>
  )
}

function Gone({ isForbidden, texts }: TextsProps & { readonly isForbidden: boolean }) {
  // The project or group from before this page, which has none of its own.
  const [place] = useState(useCurrentPlace())
  const home = useHome(place.namespace)
  if (home === 'asked') return null
  if (home === 'gone' && !isForbidden) return <NotFoundPage texts={texts} />
  // The list that contained the page may still be available.
  const [above] = place.crumbs
  return (
    <Page width="narrow">
      <EmptyState
        headingLevel={1}
        title={titleOf(isForbidden, home)}
        action={
          <>
            {above !== undefined && <LinkButton href={above.href}>Go to {above.label}</LinkButton>}
            <LinkButton href="/">Go to your projects</LinkButton>
          </>
        }
      >
        {isForbidden && home === 'read-only'
          ? 'Nothing can be created or changed in it.'
          : isForbidden
            ? 'Your role here has changed. Ask a maintainer if you need access.'
            : 'It was deleted, or you no longer have access to it.'}
      </EmptyState>
      <UnsentTexts texts={texts} />
    </Page>
  )
}

const titleOf = (isForbidden: boolean, home: Home): string =>
  !isForbidden
    ? 'This page no longer exists'
    : home === 'read-only'
      ? 'This project or group is now read-only'
      : 'You no longer have access to this page'

/** The project or group of a page, as far as the reader may know. */
type Home = 'asked' | 'there' | 'read-only' | 'gone'

function useHome(namespace: PlaceNamespace | null): Home {
  const isPlace = namespace !== null && namespace.kind !== 'user'
  const { data, error, isLoading } = useQuery({
    // The key differs from that of the project's page, whose data may be older.
    queryKey: ['home', namespace?.fullPath],
    queryFn: () =>
      call<Operation>(namespace?.kind === 'group' ? groupPage : namespacePage, {
        namespace: namespace?.fullPath ?? '',
      }),
    enabled: isPlace,
    retry: false,
    gcTime: 0,
  })
  if (isLoading) return 'asked'
  if (error instanceof CallError && error.status === 404) return 'gone'
  return isReadOnly(data) ? 'read-only' : 'there'
}

/** Whether the data of a home page are those of a project or group that is archived or pending deletion. */
const isReadOnly = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  Object.values(data).some(
    home =>
      typeof home === 'object' &&
      home !== null &&
      'archived' in home &&
      (home.archived === true || ('deletion' in home && home.deletion !== null)),
  )
