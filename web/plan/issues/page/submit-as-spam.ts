import { call } from '#web/api/client.ts'
import { submitIssueAsSpam } from '#web/api/operations.gen.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'

/** Add an issue to the abuse reports as spam. @source ISSUE-017 */
export async function submitAsSpam(
  issue: { readonly namespace: string; readonly iid: number },
  goTo: (path: string) => void,
): Promise<void> {
  try {
    const { notice } = await call(submitIssueAsSpam, issue)
    showToast(notice, { action: { label: 'Show abuse reports', run: () => goTo('/admin/abuse_reports') } })
  } catch {
    showToast('Could not submit the issue as spam. Please try again.', { tone: 'danger' })
  }
}
