import './api/renderer.ts'
import type { VNode } from 'preact'
import { renderToStringAsync } from 'preact-render-to-string'
import type { ReactElement } from 'react'
import { drawPage, embedded, restTag } from '#web/api/page.ts'
import { beginAt, currentPlace, isSameNamespace } from '#web/api/place.ts'
import { memoryHistory } from '#web/api/router/history.ts'
import { broadcastsAhead } from '#web/foundation/broadcast-messages/Broadcasts.tsx'
import { embeddedPlace } from '#web/foundation/places/place.ts'
import { App, createPages } from './app.tsx'

interface Drawing {
  readonly markup: string
  readonly place: string
  /** The page was drawn twice. */
  readonly isAgain: boolean
}

/**
 * Draw the first view of a page. One at a time, because the modules hold the state of the page that is being drawn.
 *
 * @param address  path and query, as the browser asked for it
 * @param page     what its document embeds, as JSON
 * @returns the markup for the root element, or for the rest of the page, and the place of the page, which the shell around it
 *   shows; null if the page asks for other data than its document has, or has no rest
 * @throws whatever a component of the page throws
 */
export async function draw(address: string, page: string): Promise<Drawing | null> {
  drawPage(page)
  beginAt(embeddedPlace(embedded.operation, embedded.data))
  const { namespace } = currentPlace()
  const router = createPages({ history: memoryHistory(address) })
  await Promise.all([router.load(), broadcastsAhead()])
  if (router.view()?.state !== 'ready') return null
  const app = <App router={router} />
  const markup = await render(app)
  if (embedded.isRest) return restOf(markup)
  const place = currentPlace()
  // The page has set another namespace than its data have: the shell around it is drawn again for that one.
  const isAgain = !isSameNamespace(place.namespace, namespace)
  return { markup: isAgain ? await render(app) : markup, place: JSON.stringify(place), isAgain }
}

function restOf(markup: string): Drawing | null {
  const [, rest] = markup.split(`<${restTag}>`)
  const [inner] = rest?.split(`</${restTag}>`) ?? []
  return inner === undefined ? null : { markup: inner, place: '', isAgain: false }
}

const render = async (app: ReactElement): Promise<string> => renderToStringAsync(app as VNode)
