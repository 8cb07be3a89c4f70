import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Operation } from '#contract/operation.ts'
import { notFoundTitle } from '#contract/page-title.ts'
import { call } from '#web/api/client.ts'
import { groupPage, namespacePage } from '#web/api/operations.gen.ts'
import { embedded } from '#web/api/page.ts'
import { type PlaceNamespace, useCurrentPlace, usePlace } from '#web/api/place.ts'
import { useLocation } from '#web/api/router/context.ts'
import { embeddedPlace } from '#web/foundation/places/place.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { UnsentTexts, UnsentTextsOfAddress } from './UnsentTexts.tsx'

interface NotFoundPageProps {
  /** The unsent texts of the page that was open; without them, those that were typed at this address are looked up. */
  readonly texts?: readonly string[]
}

/** An address without a page. Within a project or group that the viewer can read, its navigation stays, and the search is limited to it. */
export function NotFoundPage({ texts }: NotFoundPageProps) {
  const { href, path } = useLocation(location => location)
  const namespace = useNamespaceOf(path)
  usePlace({ title: notFoundTitle, namespace, active: null, crumbs: [] })
  const isSignedOut = embedded.viewer?.user === null
  const signIn = `/users/sign_in?return_to=${encodeURIComponent(href)}`
  return (
    <Page width="narrow">
      <EmptyState
        headingLevel={1}
        title="Page not found"
        action={
          isSignedOut ? (
            <LinkButton href={signIn}>Sign in</LinkButton>
          ) : namespace === null ? (
            <>
              <LinkButton href="/">Go to your projects</LinkButton>
              <LinkButton href="/search">Search</LinkButton>
            </>
          ) : (
            <>
              <LinkButton href={`/${namespace.fullPath}`}>Go to {namespace.name}</LinkButton>
              <LinkButton href={`/search?${namespace.kind}_id=${namespace.id}`}>Search in {namespace.name}</LinkButton>
            </>
          )
        }
      >
        {isSignedOut
          ? 'It may not exist, or you may need to sign in to view it.'
          : 'It may not exist, or you may not have access. Check the URL or ask a project member.'}
      </EmptyState>
      {texts === undefined ? <UnsentTextsOfAddress /> : <UnsentTexts texts={texts} />}
    </Page>
  )
}

/** The project or group whose pages an address names; null where there is none that the viewer may know of. */
function useNamespaceOf(path: string): PlaceNamespace | null {
  const [, group = '', fullPath] = /^\/(groups\/)?(.+?)\/-\//.exec(path) ?? []
  const operation = group === '' ? namespacePage : groupPage
  // The navigation that is there stays while the server is asked.
  const [here] = useState(useCurrentPlace().namespace)
  const { data, isLoading } = useQuery({
    queryKey: ['missing-page-home', fullPath],
    queryFn: () => call<Operation>(operation, { namespace: fullPath ?? '' }),
    enabled: fullPath !== undefined,
    retry: false,
    gcTime: 0,
  })
  return isLoading && here?.fullPath === fullPath ? here : embeddedPlace(operation.name, data)
}
