import type { ComponentProps, MouseEvent } from 'react'
import { useGoTo } from '#web/api/route.tsx'
import { Markdown } from '#web/ui/text/Markdown.tsx'

/** Text of users as the server rendered it; its links to the site's own pages open without a reload. */
export function Prose(props: ComponentProps<typeof Markdown>) {
  const goTo = useGoTo()
  function follow(event: MouseEvent<HTMLDivElement>) {
    props.onClick?.(event)
    const path = ownPage(event)
    if (path === null) return
    event.preventDefault()
    goTo(path)
  }
  // The click comes from a link inside, which the keyboard presses too.
  return <Markdown dir="auto" {...props} onClick={follow} />
}

function ownPage(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin)
    return null
  const { pathname, search, hash } = link
  if (
    /^\/(?:api|uploads|assets)\/|\/(?:uploads|files)\/[0-9a-f]{32}\/|\/-\/(?:raw|archive|project\/\d+\/uploads)\//.test(
      pathname,
    )
  )
    return null
  // A place on this page is the browser's own to find, unless it is a note that is still to be loaded.
  if (pathname === location.pathname && hash !== '' && !hash.startsWith('#note_')) return null
  return pathname + search + hash
}
