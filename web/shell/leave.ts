import { call } from '#web/api/client.ts'
import { forgetPages } from '#web/api/kept-pages.ts'
import { signOut } from '#web/api/operations.gen.ts'
import { notifyTabs } from '#web/api/session.ts'
import { currentViewer } from '#web/api/viewer.ts'

/** Sign out, and go to the page of the site's settings, or else the start page. */
export async function leave(): Promise<void> {
  // The user may leave for another page before the reply arrives: that navigation must win.
  const { afterSignOutPath } = currentViewer()
  let isUnloading = false
  window.addEventListener('beforeunload', () => (isUnloading = true), { once: true })
  await Promise.all([call(signOut, {}).catch(() => undefined), forgetPages()])
  notifyTabs('signed-out')
  if (!isUnloading) window.location.assign(afterSignOutPath ?? '/')
}
