import type { ErrorComponentProps } from '@tanstack/react-router'
import { CallError } from '#web/api/client.ts'
import { embedded } from '#web/api/page.ts'
import { usePlace } from '#web/api/place.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'

/** What stands where a page will be, when the page brings no shape of its own. */
export function PageSkeleton() {
  return (
    <Page>
      <Skeleton rows={6} shape="row" label="Loading the page" />
    </Page>
  )
}

export function NotFoundPage() {
  usePlace({ title: 'Page not found', namespace: null, active: null, crumbs: [] })
  const isSignedOut = embedded.viewer?.user === null
  const signIn = `/users/sign_in?return_to=${encodeURIComponent(location.pathname + location.search + location.hash)}`
  return (
    <Page width="narrow">
      <EmptyState
        title="There is nothing at this address"
        action={
          isSignedOut ? <TextLink href={signIn}>Sign in</TextLink> : <TextLink href="/">Go to your projects</TextLink>
        }
      >
        {isSignedOut
          ? 'The page may be gone, or you may have to sign in to see it.'
          : 'The page may be gone, or you may have no access to it. Check the address, or ask a member of the project.'}
      </EmptyState>
    </Page>
  )
}

/** A page that could not be shown: not found, refused, out of reach, or broken. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  if (error instanceof CallError && (error.status === 404 || error.status === 401)) return <NotFoundPage />
  return <BrokenPage error={error} onRetry={reset} />
}

function BrokenPage({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  usePlace({ title: 'Something went wrong', namespace: null, active: null, crumbs: [] })
  const isRefused = error instanceof CallError && error.status === 403
  return (
    <Page width="narrow">
      <EmptyState
        title={isRefused ? 'You may not see this page' : 'This page could not be shown'}
        action={
          isRefused ? <TextLink href="/">Go to your projects</TextLink> : <Button onClick={onRetry}>Try again</Button>
        }
      >
        {error instanceof CallError
          ? error.message
          : 'An unexpected error stopped it. What you wrote elsewhere is kept.'}
      </EmptyState>
    </Page>
  )
}
