import './ui/base.css'
import { createBrowserHistory } from '@tanstack/react-router'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { embedded } from '#web/api/page.ts'
import { enterPage, leavePage, watchPageAccess } from '#web/api/page-access.ts'
import { beginAt } from '#web/api/place.ts'
import { namespaced } from '#web/api/route.tsx'
import { embeddedPlace } from '#web/foundation/places/place.ts'
import { replayEarlyInput, takeEarlyInput } from '#web/shell/early-input.ts'
import { App, createPages, pages } from './app.tsx'

const router = createPages(createBrowserHistory())

// The loader does not run for a page that was fetched when the pointer came to its link.
router.subscribe('onBeforeLoad', ({ pathChanged }) => pathChanged && leavePage())
router.subscribe('onResolved', () => {
  const match = router.state.matches.at(-1)
  const page = match && pages.find(each => each.address === match.fullPath)
  const { namespace = null } = namespaced(match?.params ?? {})
  enterPage({ operation: page?.data?.operation ?? null, namespace })
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
  // The server drew the page: it is taken over as soon as it would look the same here.
  if (isDrawn) {
    router.ssr = { manifest: undefined }
    await router.load()
  }
  takeEarlyInput()
  // A page that fails never arrives.
  setTimeout(replayEarlyInput, longestArrivalMs)
  const app = <App router={router} />
  if (isDrawn) hydrateRoot(root, app)
  else createRoot(root).render(app)
}
