import { Suspense, useEffect, useMemo, useState } from 'react'
import { namespaceTopic, siteTopic, userTopic } from '#contract/live-topics.ts'
import { useIsConnected, useTopics } from '#web/api/live/live.ts'
import { getViewer } from '#web/api/operations.gen.ts'
import { recheckChanged, usePageAccess } from '#web/api/page-access.ts'
import { type PlaceNamespace, settlePlace, useCurrentPlace } from '#web/api/place.ts'
import { queryClient } from '#web/api/query.ts'
import { useIsReached } from '#web/api/reach.ts'
import { PageLink } from '#web/api/route.tsx'
import { useLocation } from '#web/api/router/context.ts'
import { resumeKeeping } from '#web/api/unsent-texts/kept-sync.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Broadcasts } from '#web/foundation/broadcast-messages/Broadcasts.tsx'
import { shortcuts } from '#web/shortcuts.ts'
import { AtRest } from '#web/ui/AtRest.tsx'
import { type AnchorProps, AnchorProvider } from '#web/ui/actions/Anchor.tsx'
import { latinKey } from '#web/ui/actions/keys.ts'
import { pageActionsNow } from '#web/ui/actions/page-actions.ts'
import { shortcutsNow, useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { FieldsOwnerContext } from '#web/ui/forms/field.ts'
import { useFolded } from '#web/ui/layout/folded.ts'
import { keepSteady } from '#web/ui/layout/steady.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { dismissFailures, undoLast } from '#web/ui/overlays/toasts.ts'
import { TimeFormatContext } from '#web/ui/text/RelativeTime.tsx'
import { applyTheme } from '#web/ui/theme.ts'
import { IdScope } from '#web/ui/use-id.tsx'
import { AppShell } from './AppShell.tsx'
import { Bar } from './Bar.tsx'
import { Outlet } from './Outlet.tsx'
import { PageArrival } from './PageArrival.tsx'
import { PlaceNavigation } from './PlaceNavigation.tsx'
import type { ShownDialog } from './ShellDialog.tsx'

const PageUnavailable = onDemand(() => import('./PageUnavailable.tsx').then(module => module.PageUnavailable))

const ShellDialog = onDemand(() => import('./ShellDialog.tsx').then(module => module.ShellDialog))

// Apart from all other parts: it says which of them could not be loaded.
const ToastRegion = onDemand(() => import('#web/ui/overlays/Toast.tsx').then(module => module.ToastRegion), {
  holdsKeys: false,
})
const LateParts = onDemand(() => import('./LateParts.tsx').then(module => module.LateParts), { holdsKeys: false })

/** The frame around every page, filled with the place of the page and the user. */
export function Shell() {
  const viewer = useViewer()
  const place = useCurrentPlace()
  const [isFolded, setFolded] = useFolded('navigation')
  const [dialog, setDialog] = useState<ShownDialog | null>(null)
  const openPalette = () => setDialog({ name: 'palette', actions: pageActionsNow() })
  const isConnected = useIsConnected()
  const isReached = useIsReached()
  const access = usePageAccess()
  useShortcut(openPalette)
  useShortcuts(shortcuts.everywhere, { help: () => setDialog({ name: 'keys', keys: shortcutsNow() }), undo: undoLast })
  useTopics(viewer.user === null ? [] : [userTopic(viewer.user.id), siteTopic], refreshViewer)
  useTopics(placeTopicOf(place.namespace), recheckChanged)
  const { timeDisplay = 'relative', timeFormat: hours = 'system' } = viewer.user ?? {}
  // The same until it changes: every date of the page reads it.
  const timeFormat = useMemo(() => ({ style: timeDisplay, clock: clockOf(hours) }), [timeDisplay, hours])
  const theme = viewer.user?.theme ?? 'auto'
  // The theme is an attribute of the document, which React does not draw.
  useEffect(() => applyTheme(theme), [theme])
  // The browser's storage and the server are outside of React.
  useEffect(resumeKeeping, [])
  // The scroll position of the window is outside of React, too.
  useEffect(keepSteady, [])
  const path = useLocation(location => location.path)
  // Errors of the former page no longer matter.
  useEffect(() => {
    if (path !== '') dismissFailures()
  }, [path])
  // Signing in and what belongs to it has a frame of its own.
  const isAlone = path.startsWith('/users/')
  const namespace = isAlone ? null : place.namespace
  return (
    <AnchorProvider component={ShellLink}>
      <TimeFormatContext value={timeFormat}>
        <Broadcasts namespace={namespace} />
        <AppShell
          folded={isFolded}
          navigation={
            namespace === null || namespace.kind === 'user'
              ? null
              : ({ isFolded: folded, onFollow }) => (
                  // The server draws what waits for the place of the page after the page, and the browser before it.
                  <IdScope prefix={onFollow === undefined ? 'navigation-' : 'drawer-'}>
                    <Suspense>
                      <PlaceNavigation
                        namespace={namespace}
                        folded={folded}
                        {...(onFollow === undefined ? { onFolded: setFolded } : { onFollow })}
                      />
                    </Suspense>
                  </IdScope>
                )
          }
          bar={
            isAlone ? null : (
              <IdScope prefix="bar-">
                <Suspense>
                  <Bar
                    onSearch={openPalette}
                    onStatus={() => setDialog({ name: 'status' })}
                    onCreate={kind => setDialog({ name: 'create', kind })}
                    connection={!isReached ? 'offline' : isConnected ? 'live' : 'connecting'}
                  />
                </Suspense>
              </IdScope>
            )
          }
        >
          <FieldsOwnerContext value={viewer.user?.id ?? null}>
            {isAlone || access.kind === 'granted' ? <Outlet /> : <PageUnavailable access={access} />}
          </FieldsOwnerContext>
          <PlaceEnd />
        </AppShell>
        {dialog !== null && <ShellDialog shown={dialog} namespace={namespace} onShow={setDialog} />}
        <AtRest>
          <LateParts />
        </AtRest>
        <PageArrival />
        <AtRest>
          <ToastRegion />
        </AtRest>
      </TimeFormatContext>
    </AnchorProvider>
  )
}

const clockOf = (format: '12h' | '24h' | 'system') =>
  // The letter `h` is cut off.
  format === 'system' ? format : (format.slice(0, 2) as '12' | '24')

/** The live topic for renaming, archiving and deleting a project or group, and for changed roles in it. */
const placeTopicOf = (namespace: PlaceNamespace | null): readonly string[] =>
  namespace === null || namespace.kind === 'user' ? [] : [namespaceTopic(namespace)]

const refreshViewer = () => {
  void queryClient.invalidateQueries({ queryKey: [getViewer.name] })
}

/** Addresses of other sites, downloads, feeds, keys and the API. */
const notPages = /^\/(\/|(api|uploads|assets)\/|[^/]+\.(keys|gpg)$)|\/-\/(raw|archive)\/|[?&]format=atom\b/

/** Links to pages of the site open in place, all others as the browser does. */
function ShellLink({ href = '', ...rest }: AnchorProps) {
  const isOurs = href.startsWith('/') && !notPages.test(href)
  return isOurs && rest.target === undefined && rest.download === undefined ? (
    <PageLink href={href} {...rest} />
  ) : (
    <a href={href} {...rest} />
  )
}

/** Drawn after the page: by now it has named its place, or has none. */
function PlaceEnd() {
  settlePlace()
  return null
}

/** Ctrl or Cmd K, and a slash outside of text boxes that have none of their own. */
function useShortcut(open: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // In a text box the same keys insert a link.
      if (event.defaultPrevented || event.shiftKey || event.altKey) return
      if (latinKey(event).toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) {
        event.preventDefault()
        open()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open])
}
