import { query } from '#web/api/graphql.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { promoteToEpic } from './promote-to-epic.graphql.gen.ts'

/** @source ERRMSG-034, ERRMSG-035 */
const messages = {
  done: 'The issue was successfully promoted to an epic. Redirecting to epic...',
  failed: 'Something went wrong while promoting the issue to an epic. Please try again.',
} as const

/** Make an epic of an issue, and go to it. @source ISSUE-015 */
export async function promote(
  issue: { readonly namespace: string; readonly iid: number },
  goTo: (path: string) => void,
): Promise<void> {
  try {
    const reply = await query(promoteToEpic, { projectPath: issue.namespace, iid: String(issue.iid) })
    const path = reply.promoteToEpic?.epic?.webPath
    if (path == null) throw new Error('no epic came of the promotion')
    showToast(messages.done)
    goTo(path)
  } catch {
    showToast(messages.failed, { tone: 'danger' })
  }
}
