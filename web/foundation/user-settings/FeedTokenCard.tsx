import { useState } from 'react'
import { getFeedToken, resetFeedToken } from '#web/api/operations.gen.ts'
import { keyOf, queryClient, useOperation } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'

/** Resets the token in the addresses of the viewer's feeds and calendars. */
export function FeedTokenCard() {
  const [isAsking, setAsking] = useState(false)
  const reset = useOperation(resetFeedToken, {
    onSuccess: token => {
      queryClient.setQueryData(keyOf(getFeedToken, {}), token)
      setAsking(false)
      showToast('Feed token reset')
    },
  })
  return (
    <Card
      title="Feeds and calendars"
      description="Your feed and calendar URLs contain a private token. If you shared one by mistake, reset the token."
      aside={<Button onClick={() => setAsking(true)}>Reset feed token</Button>}
    >
      {isAsking && (
        <ConfirmDialog
          title="Reset your feed token?"
          confirm="Reset feed token"
          write={reset}
          onConfirm={() => reset.mutate({})}
          onClose={() => setAsking(false)}
        >
          Your current feed and calendar URLs will stop working. Subscribe again with the new URLs.
        </ConfirmDialog>
      )}
    </Card>
  )
}
