import { Suspense, useMemo } from 'react'
import { RouteContext, useView } from '#web/api/router/context.ts'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { PageFailure } from './fallbacks.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

/** The current page, inside the shell. */
export function Outlet() {
  const view = useView()
  const page = view?.page ?? null
  // Pages subscribe to the location themselves and are not rendered with each view.
  const isReady = view?.state === 'ready'
  const content = useMemo(() => isReady && page?.content(), [page, isReady])
  if (view === null) return null
  if (page === null) return view.state === 'pending' ? <PageSkeleton /> : <PageFailure error={view.error} />
  return (
    <RouteContext value={view.route}>
      <Suspense fallback={page.skeleton()}>
        <ErrorBoundary label="The page" resetKey={view} fallback={error => <PageFailure error={error} />}>
          {view.state === 'pending' && page.skeleton()}
          {view.state === 'failed' && <PageFailure error={view.error} title={page.failure} />}
          {content}
        </ErrorBoundary>
      </Suspense>
    </RouteContext>
  )
}
