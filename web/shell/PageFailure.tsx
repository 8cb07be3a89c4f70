import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { CallError } from '#web/api/client.ts'
import { forbidden, serverFailed } from '#web/api/page-sentence.ts'
import { useCurrentPlace, usePlace } from '#web/api/place.ts'
import { isReached, watchReach } from '#web/api/reach.ts'
import { useGoTo } from '#web/api/route.tsx'
import { useLocation, useRouter } from '#web/api/router/context.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { textIsKept } from './messages.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { OutOfDate } from './out-of-date.ts'
import { PageSkeleton } from './PageSkeleton.tsx'
import { isAddressOfDocument, redirectOf } from './redirect.ts'
import { UnsentTextsOfAddress } from './UnsentTexts.tsx'

interface PageFailureProps {
  /** Null: no page has the address. */
  readonly error: unknown
  /** The page's own sentence for a broken one. */
  readonly title?: string | undefined
}

/** A page that could not be shown: not found, refused, out of reach, or broken. */
export function PageFailure({ error, title }: PageFailureProps) {
  const router = useRouter()
  const retry = () => void router.load({ isAgain: true })
  const client = useQueryClient()
  const retryAnew = () => {
    // Data with which a page cannot be drawn are read again. No part of the failed page shows them.
    client.removeQueries({ type: 'inactive' })
    retry()
  }
  if (error === null || (error instanceof CallError && (error.status === 404 || error.status === 401)))
    return <MissingPage />
  if (error instanceof OutOfDate) return <OutOfDatePage />
  if (error instanceof CallError && error.status === 0) return <UnreachedPage onRetry={retry} />
  return <BrokenPage error={error} title={title} onRetry={retryAnew} />
}

/** An address that no page has follows the redirect that it gets where it is typed, such as that from a file to a folder. */
function MissingPage() {
  const goTo = useGoTo()
  const { href } = useLocation(location => location)
  const { data: redirect = null, isLoading } = useQuery({
    queryKey: ['redirect', href],
    queryFn: ({ signal }) => redirectOf(href, signal),
    enabled: !isAddressOfDocument(href),
    retry: false,
    gcTime: 0,
  })
  const follow = useEffectEvent((to: string) => goTo(to, { replace: true }))
  // The history is outside of React.
  useEffect(() => {
    if (redirect !== null) follow(redirect)
  }, [redirect])
  return isLoading || redirect !== null ? <PageSkeleton /> : <NotFoundPage />
}

/** A page that failed stays in the navigation of the project, group or person that its address names. */
function useFailedPlace(title: string): void {
  const [{ namespace }] = useState(useCurrentPlace())
  const isHere = useLocation(({ href }) => namespace !== null && `${href}/`.includes(`/${namespace.fullPath}/`))
  usePlace({ title, namespace: isHere ? namespace : null, active: null, crumbs: [] })
}

function OutOfDatePage() {
  useFailedPlace('Reload the page')
  return (
    <Page width="narrow">
      <EmptyState
        headingLevel={1}
        title="Weft has been updated"
        action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
      >
        Reload the page to use the new version. {textIsKept}
      </EmptyState>
    </Page>
  )
}

/** Offline, and the page has not been loaded yet. Retries when the server is reachable. */
function UnreachedPage({ onRetry }: { readonly onRetry: () => void }) {
  useFailedPlace('You are offline')
  const retry = useEffectEvent(onRetry)
  // The network is outside of React.
  useEffect(() => {
    const retryWhenReached = () => {
      if (isReached()) retry()
    }
    const stop = watchReach(retryWhenReached)
    // The server may have come back between the failed call and this page.
    retryWhenReached()
    return stop
  }, [])
  return (
    <Page width="narrow">
      <EmptyState headingLevel={1} title="You are offline" action={<Button onClick={onRetry}>Try again</Button>}>
        This page will load when you are back online. {textIsKept}
      </EmptyState>
    </Page>
  )
}

function BrokenPage({ error, title, onRetry }: PageFailureProps & { readonly onRetry: () => void }) {
  const isRefused = error instanceof CallError && error.status === 403
  useFailedPlace(isRefused ? 'Access denied' : 'Something went wrong')
  return (
    <Page width="narrow">
      <EmptyState
        headingLevel={1}
        title={isRefused ? 'You do not have access to this page' : (title ?? 'Could not load this page')}
        action={
          isRefused ? <TextLink href="/">Go to your projects</TextLink> : <Button onClick={onRetry}>Try again</Button>
        }
      >
        {isRefused
          ? reasonIn(error)
          : error instanceof CallError
            ? // The server's message about its own failure is of no use to a reader.
              error.status < 500
              ? error.message
              : serverFailed
            : `An unexpected error occurred. ${textIsKept}`}
      </EmptyState>
      {isRefused && <UnsentTextsOfAddress />}
    </Page>
  )
}

const reasonIn = ({ message }: CallError): string =>
  message === forbidden ? 'Ask an administrator if you need access.' : message
