import { useState } from 'react'
import { statusPagePath } from '#contract/plan/incidents/status-page-path.ts'
import { call } from '#web/api/client.ts'
import { getIssuePage, publishIncident, unpublishIncident } from '#web/api/operations.gen.ts'
import { useCall } from '#web/api/use-call.ts'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useIssuePage } from '../issue-page-context.ts'

/** Publishes an incident on the status page, or removes it from there. @source ISSUE-009 */
export function PublishDialog({ onClose }: { readonly onClose: () => void }) {
  const { namespace, issue, statusPage } = useIssuePage()
  // The state when the dialog was opened: the page may be newer.
  const [isPublished] = useState(statusPage?.isPublished ?? false)
  const at = { namespace: namespace.fullPath, iid: issue.iid }
  const save = useCall(() => (isPublished ? call(unpublishIncident, at) : call(publishIncident, at)), {
    refreshes: [getIssuePage],
    onSuccess: () => {
      onClose()
      showToast(isPublished ? 'Removed from the status page' : 'Published on the status page')
    },
  })
  const { short } = issue.reference
  return isPublished ? (
    <ConfirmDialog
      title={`Remove incident ${short} from the status page?`}
      confirm="Remove incident"
      write={save}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      <p>Visitors to the status page will no longer see this incident. The incident itself does not change.</p>
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      title={`Publish incident ${short}?`}
      confirm="Publish incident"
      tone="plain"
      write={save}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      <Stack gap={2}>
        <p>
          Anyone on the internet will be able to read its title, description, severity, status and times at{' '}
          <bdi>{statusPagePath(namespace.fullPath)}</bdi>, including later changes.
        </p>
        <p>
          Comments are shown there only if a member with at least the Developer role reacts with 🎤 (microphone).
          Internal notes and the names of authors are not shown.
        </p>
      </Stack>
    </ConfirmDialog>
  )
}
