import './ui/base.css'
import './api/renderer.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { CallError } from '#web/api/client.ts'
import { beginTakeOver, embedded } from '#web/api/page.ts'
import { enterPage, leavePage, showPage, watchPageAccess } from '#web/api/page-access.ts'
import { beginAt } from '#web/api/place.ts'
import { browserHistory } from '#web/api/router/history.ts'
import { broadcastsAhead } from '#web/foundation/broadcast-messages/Broadcasts.tsx'
import { embeddedPlace } from '#web/foundation/places/place.ts'
import { replayEarlyInput, takeEarlyInput } from '#web/shell/early-input.ts'
import { leaveInputMethods } from '#web/ui/actions/keys.ts'
import { atRest } from '#web/ui/at-rest.ts'
import { App, createPages } from './app.tsx'

leaveInputMethods()
const router = createPages({
  history: browserHistory(),
  onLeave: leavePage,
  restore: async (error, href) =>
    error instanceof CallError &&
    error.status === 0 &&
    import('#web/shell/kept-pages/restore.ts').then(
      ({ restorePage }) => restorePage(href),
      () => false,
    ),
  onShow: showPage,
  onArrive: view => {
    enterPage({ operation: view.page?.operation ?? null, namespace: view.route.params.namespace ?? null })
  },
})
watchPageAccess({
  replace: href => router.history.replace(href),
  fullPathOf: (operation, data) => embeddedPlace(operation, data)?.fullPath ?? null,
})
beginAt(embeddedPlace(embedded.operation, embedded.data))
const longestArrivalMs = 3_000
const element = document.getElementById('root')
if (element !== null) void show(element)

async function show(root: HTMLElement): Promise<void> {
  const isDrawn = root.hasChildNodes()
  if (isDrawn) beginTakeOver()
  const loading = router.load()
  // The server drew the page: it is hydrated once it would look the same here.
  if (isDrawn) await Promise.all([loading, broadcastsAhead()])
  takeEarlyInput()
  // A page that fails never arrives.
  setTimeout(replayEarlyInput, longestArrivalMs)
  // If that fails, the next page that is requested tries again.
  atRest(() => void router.learn().catch(() => undefined))
  const app = <App router={router} />
  if (isDrawn) hydrateRoot(root, app)
  else createRoot(root).render(app)
}
